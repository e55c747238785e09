export type CsvCell = string | number | boolean | null | undefined;
export type CsvOptions = {
  /** True to leave texts unescaped that a spreadsheet would run as formulas. */
  raw?: boolean;
};

/**
 * Formats a line by RFC 4180. An empty text is quoted to distinguish it from a missing value. Formulas are
 * escaped unless `raw`.
 */
export function csvLine(cells: readonly CsvCell[], { raw = false }: CsvOptions = {}): string {
  return `${cells.map((cell) => field(raw ? cell : harmless(cell))).join(",")}\r\n`;
}

/**
 * If a spreadsheet would run the text as a formula, puts an apostrophe before it. Returns other values
 * unchanged.
 */
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
