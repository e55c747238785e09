export type CsvCell = string | number | boolean | null | undefined;
export type CsvOptions = {
  /** Texts as they are, also those that a spreadsheet would run. */
  raw?: boolean;
};

/** RFC 4180. An empty text is quoted, which tells it from no value. Texts are made harmless unless `raw`. */
export function csvLine(cells: readonly CsvCell[], { raw = false }: CsvOptions = {}): string {
  return `${cells.map((cell) => field(raw ? cell : harmless(cell))).join(",")}\r\n`;
}

/** A text that a spreadsheet would take for a formula, with an apostrophe before it; every other value as it is. */
export function harmless<Cell extends CsvCell>(cell: Cell): Cell | string {
  return typeof cell === "string" && FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
}

const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;
const NUMBER = /^[-+]?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i;

function field(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  const text = String(cell);
  const isPlain = text !== "" && !/[",\r\n]|^\s|\s$/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
