import type { Section } from "./plain-sections";

/** Rows that must look like a table, besides the header. */
const MIN_ROWS = 1;
const SAMPLE_ROWS = 1_000;
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * Returns the names of the sheets that are a table: a first row of different texts, and rows below it without gaps
 * that have no further columns.
 */
export function sheetsLikeTables(sections: readonly Section[]): string[] {
  const rows = Map.groupBy(sections, ({ place }) => (place.at === "row" ? place.sheet : ""));
  return [...rows].flatMap(([sheet, all]) =>
    sheet !== "" && isTable(all.slice(0, SAMPLE_ROWS)) ? [sheet] : [],
  );
}

function isTable([head, ...rows]: readonly Section[]): boolean {
  if (!head || rows.length < MIN_ROWS) return false;
  const names = cellsOf(head);
  const isHeader =
    new Set(names).size === names.length && names.every((name) => name !== "" && !NUMBER.test(name));
  if (!isHeader || names.length < 2) return false;
  return rows.every((row, n) => rowOf(row) === rowOf(head) + n + 1 && cellsOf(row).length <= names.length);
}

const cellsOf = ({ text }: Section): string[] =>
  text
    .replace(/\n$/, "")
    .split("\t")
    .map((cell) => cell.trim());
const rowOf = ({ place }: Section): number => (place.at === "row" ? place.row : 0);
