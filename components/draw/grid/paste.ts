/**
 * What is pasted, as rows of cells: a block where a spreadsheet copied it, otherwise one cell with all of the text. A
 * spreadsheet puts tabs between cells, and a table beside the text.
 */
export function pastedCells(text: string, html = ""): string[][] {
  if (!text.includes("\t") && !/<table[\s>]/i.test(html)) return [[text.replace(/\r?\n$/, "")]];
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(FIELD)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === undefined) break;
    if (end !== "\t") rows.push([]);
  }
  // A line break ends the last row.
  const last = rows.at(-1);
  if (rows.length > 1 && (last?.length === 0 || (last?.length === 1 && last[0] === ""))) rows.pop();
  return rows;
}

/** A field in quotes, which may hold breaks, or one without; and the tab or line break after it. */
const FIELD = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(?:(\t|\r?\n)|$)/g;
