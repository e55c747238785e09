import { ColumnType, type CsvStyle } from "@/lib/shared/data/csv-columns";
import { AppError } from "@/lib/shared/errors";
import { columnNames, isHeader } from "./header";

/**
 * Maximum columns of a CSV. It is less than SQLite's limit of 2,000, because some statements need more parameters
 * than the table has columns.
 */
const MAX_COLUMNS = 1_000;
const HEAD = 5;

export type Survey = {
  header: boolean;
  first: string[];
  names: string[];
  columns: ColumnType[];
  rows: number;
  head: string[][];
};

/**
 * Reads all rows once and infers the columns. `header` says whether the first row names the columns; if
 * undefined, this is inferred. `style` is either for all columns or an array with one style for each.
 */
export async function survey(
  batches: AsyncIterable<string[][]>,
  header: boolean | ((first: string[]) => boolean) | undefined,
  style: CsvStyle | readonly CsvStyle[] = {},
): Promise<Survey> {
  const column = (at: number) => new ColumnType(isEach(style) ? style[at] : style);
  const columns: ColumnType[] = [];
  const start: string[][] = [];
  let count = 0;
  const take = (row: string[], number: number) => {
    if (row.length > MAX_COLUMNS) throw tooWide(number, row.length);
    while (columns.length < row.length) columns.push(column(columns.length));
    for (let at = 0; at < row.length; at++) columns[at]?.see(row[at] ?? "");
  };
  for await (const rows of batches) {
    for (const row of rows) {
      count++;
      if (start.length <= HEAD) start.push(row);
      if (count > 1) take(row, count);
    }
  }
  const [first] = start;
  if (!first) throw new AppError("invalid", "The CSV is empty: it has no row.");
  const isNames = typeof header === "function" ? header(first) : (header ?? isHeader(first, columns));
  if (isNames) while (columns.length < first.length) columns.push(column(columns.length));
  else take(first, 1);
  if (columns.length > MAX_COLUMNS) throw tooWide(1, columns.length);
  return {
    header: isNames,
    first,
    names: columnNames(isNames ? first : [], columns.length),
    columns,
    rows: isNames ? count - 1 : count,
    head: start.slice(isNames ? 1 : 0, isNames ? HEAD + 1 : HEAD),
  };
}

const isEach = (style: CsvStyle | readonly CsvStyle[]): style is readonly CsvStyle[] => Array.isArray(style);

const tooWide = (row: number, width: number) =>
  new AppError(
    "invalid",
    `Row ${row} of the CSV has ${width} columns; a table can have at most ${MAX_COLUMNS}. Is the delimiter right?`,
  );
