import { type Cell, cellNumber, cellText } from "@/lib/shared/data/cell";
import { type DrawnChart, problemOfPie } from "./chart";
import type { ChartData } from "./chart-data";

/** A chart takes so many labels. */
export const MAX_LABELS = 2_000;
const MAX_SERIES = 6;
const LONGEST = 200;

type Result = { columns: readonly string[]; rows: readonly (readonly Cell[])[] };

/** The numbers of a chart out of a query's result, or why it makes none and what would. */
export function chartFrom(
  chartType: DrawnChart["chartType"],
  { columns, rows }: Result,
): { data: ChartData } | { problem: string } {
  const [, ...named] = columns;
  const wrong = named.findIndex((_, at) => !rows.every((row) => isNumeric(row[at + 1] ?? null)));
  if (named.length === 0) return unfit(chartType, "it gives one column");
  if (named.length > MAX_SERIES) return unfit(chartType, `it gives ${named.length + 1} columns`);
  if (wrong >= 0)
    return unfit(chartType, `its column ${wrong + 2}, "${named[wrong]}", does not hold numbers`);
  const data = {
    labels: rows.map(([label = null]) => (label === null ? "" : cellText(label)).slice(0, LONGEST)),
    series: named.map((name, at) => ({
      name: name.slice(0, LONGEST),
      values: rows.map((row) => numberOf(row[at + 1] ?? null)),
    })),
  };
  // Without rows there is nothing yet that could be wrong.
  const problem = rows.length > 0 || named.length > 1 ? problemOfPie(chartType, data) : undefined;
  return problem ? unfit(chartType, `it ${problem}`) : { data };
}

function unfit(chartType: string, why: string): { problem: string } {
  const numbers = chartType === "pie" ? "one column of numbers" : `1 to ${MAX_SERIES} columns of numbers`;
  return {
    problem: `The query makes no ${chartType} chart: ${why}. Wanted are the labels as the first column, then ${numbers}.`,
  };
}

/** Numbers that came as text, as imports keep them, are numbers too. */
const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;

const isNumeric = (cell: Cell): boolean => cell === null || numberOf(cell) !== null || isInfinite(cell);

function numberOf(cell: Cell): number | null {
  const number = typeof cell === "string" && NUMBER.test(cell) ? Number(cell) : cellNumber(cell);
  return number !== null && Number.isFinite(number) ? number : null;
}

const isInfinite = (cell: Cell): boolean => typeof cell === "object" && cell !== null && "$real" in cell;
