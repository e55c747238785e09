/** The comma comes last because numbers and texts contain it often. */
export const DELIMITERS = ["\t", ";", "|", ","];

const PREVIEW = 50;

export type ParseCsv = (
  text: string,
  options: { preview: number; delimiter?: string; delimitersToGuess?: string[] },
) => { data: string[][]; meta: { delimiter: string; linebreak: string } };

/**
 * Determines the delimiter and line break of a CSV from its start. Prefers a delimiter with which all rows have
 * the same number of cells; otherwise uses the guess of `parse`. `isCut` means that the last row of `sample`
 * may be incomplete.
 */
export function delimiterOf(sample: string, isCut: boolean, parse: ParseCsv) {
  const isEven = (delimiter: string) => {
    const { data } = parse(sample, { preview: PREVIEW, delimiter });
    const rows = data
      .slice(0, isCut ? -1 : undefined)
      .filter((row) => row.some((cell) => cell.trim() !== ""));
    const width = rows[0]?.length ?? 0;
    // A wrong delimiter splits quoted cells. Such a cell has an odd number of quotes.
    const isWhole = (row: string[]) => row.every((cell) => cell.split('"').length % 2 === 1);
    return width > 1 && rows.every((row) => row.length === width && isWhole(row));
  };
  const { meta } = parse(sample, { preview: PREVIEW, delimitersToGuess: DELIMITERS });
  return { delimiter: DELIMITERS.find(isEven) ?? meta.delimiter, linebreak: meta.linebreak };
}
