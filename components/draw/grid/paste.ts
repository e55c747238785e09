/**
 * Splits pasted text into rows of cells: a block if a spreadsheet copied it, otherwise one cell with all
 * text. Spreadsheets put tabs between cells, or a table in the HTML.
 */
export function pastedCells(text: string, html = ""): string[][] {
  if (!text.includes("\t") && !/<table[\s>]/i.test(html)) return [[text.replace(/\r?\n$/, "")]];
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(FIELD)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === undefined) break;
    if (end !== "\t") rows.push([]);
  }
  // A final line break adds no row.
  const last = rows.at(-1);
  if (rows.length > 1 && (last?.length === 0 || (last?.length === 1 && last[0] === ""))) rows.pop();
  return rows;
}

/** A field, quoted (may contain breaks) or not, and the tab or line break after it. */
const FIELD = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(?:(\t|\r?\n)|$)/g;
