import { type Cell, cellNumber, cellText } from "@/lib/shared/data/cell";
import { type DrawnChart, MAX_LABELS, problemOfKind } from "./chart";
import { type ChartData, MAX_CHART_POINTS, MAX_CHART_ROWS, MAX_SERIES } from "./chart-data";

/** Maximum number of query rows that a chart of this type draws. */
export const maxRowsFor = (chartType: DrawnChart["chartType"]): number =>
  chartType === "scatter" || chartType === "histogram"
    ? MAX_CHART_POINTS
    : chartType === "heatmap"
      ? MAX_CHART_ROWS
      : MAX_LABELS;
const MAX_CHARS = 200;

type Result = { columns: readonly string[]; rows: readonly (readonly Cell[])[] };

/** Converts a query result to chart data, or explains to the model why it does not fit. */
export function chartFrom(
  chartType: DrawnChart["chartType"],
  { columns, rows: all }: Result,
): { data: ChartData } | { problem: string } {
  const rows = all.slice(0, maxRowsFor(chartType));
  if (chartType === "histogram" && columns.length === 1)
    return chartFrom(chartType, {
      columns: ["", ...columns],
      rows: rows.map((row, at) => [`${at + 1}`, row[0] ?? null]),
    });
  const [, ...named] = columns;
  const maxSeries = chartType === "heatmap" ? MAX_CHART_ROWS : MAX_SERIES;
  const wrong = named.findIndex((_, at) => !rows.every((row) => isNumeric(row[at + 1] ?? null)));
  if (named.length === 0) return unfit(chartType, "it returns one column");
  if (named.length > maxSeries) return unfit(chartType, `it returns ${named.length + 1} columns`);
  if (wrong >= 0)
    return unfit(chartType, `its column ${wrong + 2}, "${named[wrong]}", does not contain numbers`);
  const data = {
    labels: rows.map(([label = null]) => (label === null ? "" : cellText(label)).slice(0, MAX_CHARS)),
    series: named.map((name, at) => ({
      name: name.slice(0, MAX_CHARS),
      values: rows.map((row) => numberOf(row[at + 1] ?? null)),
    })),
  };
  // With one column of numbers, an empty result can still get valid rows later.
  const problem = rows.length > 0 || named.length > 1 ? problemOfKind(chartType, data) : undefined;
  return problem ? unfit(chartType, `its ${problem.field} ${problem.message}`) : { data };
}

function unfit(chartType: string, why: string): { problem: string } {
  const maxSeries = chartType === "heatmap" ? MAX_CHART_ROWS : MAX_SERIES;
  const numbers = chartType === "pie" ? "one column of numbers" : `1 to ${maxSeries} columns of numbers`;
  const first = chartType === "scatter" ? "x" : "the labels";
  const name = NAMES[chartType] ?? `${chartType} chart`;
  return {
    problem: `The query does not fit a ${name}: ${why}. Return ${first} as the first column, then ${numbers}.`,
  };
}

const NAMES: Record<string, string> = { histogram: "histogram", heatmap: "heat map" };

/** Imports can store numbers as text, so a numeric text counts as a number. */
const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;

const isNumeric = (cell: Cell): boolean => cell === null || numberOf(cell) !== null || isInfinite(cell);

function numberOf(cell: Cell): number | null {
  const number = typeof cell === "string" && NUMBER.test(cell) ? Number(cell) : cellNumber(cell);
  return number !== null && Number.isFinite(number) ? number : null;
}

const isInfinite = (cell: Cell): boolean => typeof cell === "object" && cell !== null && "$real" in cell;
