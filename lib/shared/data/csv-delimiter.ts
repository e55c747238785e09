/** The comma comes last because numbers and texts contain it often. */
export const DELIMITERS = ["\t", ";", "|", ","];

/** Rows that are looked at. */
const PREVIEW = 50;

export type ParseCsv = (
  text: string,
  options: { preview: number; delimiter?: string; delimitersToGuess?: string[] },
) => { data: string[][]; meta: { delimiter: string; linebreak: string } };

/**
 * Delimiter and ends of lines of a CSV by its beginning: the delimiter by which all rows have as many cells, else what
 * `parse` guesses. `isCut`: the last row of `sample` may not be whole.
 */
export function delimiterOf(sample: string, isCut: boolean, parse: ParseCsv) {
  const isEven = (delimiter: string) => {
    const { data } = parse(sample, { preview: PREVIEW, delimiter });
    const rows = data
      .slice(0, isCut ? -1 : undefined)
      .filter((row) => row.some((cell) => cell.trim() !== ""));
    const width = rows[0]?.length ?? 0;
    // An odd number of quotes is left of a cell that a delimiter has torn apart.
    const isWhole = (row: string[]) => row.every((cell) => cell.split('"').length % 2 === 1);
    return width > 1 && rows.every((row) => row.length === width && isWhole(row));
  };
  const { meta } = parse(sample, { preview: PREVIEW, delimitersToGuess: DELIMITERS });
  return { delimiter: DELIMITERS.find(isEven) ?? meta.delimiter, linebreak: meta.linebreak };
}
