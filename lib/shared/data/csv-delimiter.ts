/** The comma comes last because numbers and texts contain it often. */
export const DELIMITERS = ["\t", ";", "|", ","];

const PREVIEW = 50;

export type ParseCsv = (
  text: string,
  options: { preview: number; delimiter?: string; delimitersToGuess?: string[] },
) => { data: string[][]; meta: { delimiter: string; linebreak: string } };

/**
 * Determines the delimiter and line break from the start of a CSV. Prefers a delimiter that gives all rows
 * the same number of cells, else the guess of `parse`. `isCut`: the last row of `sample` may be incomplete.
 */
export function delimiterOf(sample: string, isCut: boolean, parse: ParseCsv) {
  const isEven = (delimiter: string) => {
    const { data } = parse(sample, { preview: PREVIEW, delimiter });
    const rows = data
      .slice(0, isCut ? -1 : undefined)
      .filter((row) => row.some((cell) => cell.trim() !== ""));
    const width = rows[0]?.length ?? 0;
    // A wrong delimiter splits quoted cells, which leaves an odd number of quotes.
    const isWhole = (row: string[]) => row.every((cell) => cell.split('"').length % 2 === 1);
    return width > 1 && rows.every((row) => row.length === width && isWhole(row));
  };
  const { meta } = parse(sample, { preview: PREVIEW, delimitersToGuess: DELIMITERS });
  return { delimiter: DELIMITERS.find(isEven) ?? meta.delimiter, linebreak: meta.linebreak };
}
