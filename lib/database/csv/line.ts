/** RFC 4180. An empty text is quoted, which tells it from NULL. */
export function csvLine(cells: (string | null)[]): string {
  return `${cells.map(field).join(",")}\r\n`;
}

function field(text: string | null): string {
  if (text === null) return "";
  const isPlain = text !== "" && !/[",\r\n]|^\s|\s$/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
