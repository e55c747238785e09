import { type ColumnType, isNumber } from "@/lib/shared/data/csv-columns";

const MAX_NAME_CHARS = 100;
const YEAR = /^(1[89]|2[01])\d\d$/;

/**
 * Guesses whether the first row contains the names of the columns. `body` are the column types of the other
 * rows.
 */
export function isHeader(first: string[], body: ColumnType[]): boolean {
  const over = first.filter((cell, at) => cell !== "" && isNumeric(body[at]));
  const numbers = over.filter(isNumber);
  if (over.length > 0) return numbers.length * 2 <= over.length || areYears(numbers);
  const names = first.map((cell) => cell.trim().toLowerCase());
  return !first.some(isNumber) && !names.includes("") && new Set(names).size === names.length;
}

/**
 * Returns unique column names. An empty one is replaced by its number, and duplicates get a numeric suffix.
 */
export function columnNames(header: string[], width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, at) => {
    const title = (header[at] ?? "").replace(/[\s\0]+/g, " ").trim();
    const name = unused(title.slice(0, MAX_NAME_CHARS) || `column_${at + 1}`, taken);
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Returns `name` or a free variant such as `name_2`. `taken` contains lower-case names. */
export function unused(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}_${number}`;
    if (!taken.has(tried.toLowerCase())) return tried;
  }
}

const isNumeric = (column?: ColumnType) => column?.found === "INTEGER" || column?.found === "REAL";

/**
 * Numbers in the first row are usually data. Consecutive years, such as 2019, 2020, 2021, are column names.
 */
const areYears = (cells: string[]) =>
  cells.length > 1 &&
  cells.every((cell, at) => YEAR.test(cell) && (at === 0 || Number(cell) === Number(cells[at - 1]) + 1));
