import { z } from "zod";
import { describeAs, hideFromModels } from "@/lib/shared/text/schema-for-models";
import { isRecord, type Raw, renamed } from "./define";

/** Maximum points of a scatter chart and values of a histogram. */
export const MAX_CHART_POINTS = 10_000;
/** Maximum rows of a heat map, and also its maximum columns. */
export const MAX_CHART_ROWS = 100;
/** Maximum series of any other chart. */
export const MAX_SERIES = 6;

export const chartData = z
  .object({
    // The limit of a scatter chart. Most chart types accept fewer, see `problemOfKind` in `chart.ts`.
    labels: describeAs(z.array(z.string().max(200)).min(1).max(MAX_CHART_POINTS), "Texts"),
    series: z
      .array(
        z.object({
          name: z.string().max(200),
          values: z.array(z.number().nullable()).describe("Per label; null for a gap"),
          as: hideFromModels(z.enum(["bar", "line", "area"]).optional().describe("Of a combined chart")),
          axis: hideFromModels(
            z.enum(["left", "right"]).optional().describe("Of a combined chart: right has its own scale"),
          ),
        }),
      )
      .min(1)
      .max(MAX_CHART_ROWS)
      .describe("One for a pie"),
  })
  .superRefine(({ labels, series }, context) => {
    series.forEach(({ values }, index) => {
      if (values.length === labels.length) return;
      context.addIssue({
        code: "custom",
        path: ["series", index, "values"],
        message: `needs one number for each of the ${labels.length} labels, but has ${values.length}`,
      });
    });
  });

export type ChartData = z.infer<typeof chartData>;

/** Converts data shapes of other chart libraries, which models often write, to this schema. */
export function mendChartData(raw: unknown, chartType?: unknown): unknown {
  if (chartType === "histogram") return mendChartData(fromValues(raw));
  if (chartType === "scatter" && isRecord(raw)) return mendChartData(fromPoints(raw));
  if (Array.isArray(raw)) return fromRows(raw);
  if (!isRecord(raw)) return raw;
  const data = renamed(renamed(raw, "labels", "categories", "x"), "series", "datasets");
  if (data.series === undefined) return data.labels === undefined ? fromPairs(data) : fromOneList(data);
  if (!Array.isArray(data.series)) return data;
  return { ...data, labels: asStrings(data.labels), series: data.series.map(mendSeries) };
}

/** Adds labels to histogram values: `[3, 4]`, `{ values: [3, 4] }` and series of values. */
function fromValues(raw: unknown): unknown {
  const data = Array.isArray(raw) && raw.every((one) => typeof one === "number") ? { values: raw } : raw;
  if (!isRecord(data) || data.labels !== undefined) return data;
  const named = renamed(renamed(data, "values", "data"), "series", "datasets");
  const lists = Array.isArray(named.series)
    ? named.series.map((one) => (isRecord(one) ? (one.values ?? one.data) : one))
    : [named.values];
  if (!lists.every(Array.isArray)) return data;
  const length = Math.max(...lists.map((list) => list.length));
  const labels = Array.from({ length }, (_, at) => `${at + 1}`);
  if (!Array.isArray(named.series)) return { labels, series: [{ name: "Value", values: named.values }] };
  // Pad shorter lists with null, which is drawn as a gap.
  const filled = lists.map((list) => [...list, ...Array.from({ length: length - list.length }, () => null)]);
  return {
    labels,
    series: named.series.map((one, at) => ({
      ...(isRecord(one) && one),
      data: undefined,
      values: filled[at],
    })),
  };
}

/**
 * Converts series of `[x, y]` or `{ x, y }` points. Every point gets a label with its x value, at which all
 * other series have a gap.
 */
function fromPoints(raw: Raw): unknown {
  const { series } = renamed(raw, "series", "datasets");
  if (raw.labels !== undefined || !Array.isArray(series)) return raw;
  const lists = series.map((one) =>
    isRecord(one) ? pointsIn(one.points ?? one.data ?? one.values) : undefined,
  );
  if (lists.some((list) => list === undefined)) return raw;
  const all = lists.flatMap((list, at) => (list ?? []).map((point) => ({ ...point, at })));
  return {
    labels: all.map(({ x }) => x),
    series: series.map((one, at) => ({
      name: one.name ?? one.label,
      values: all.map((point) => (point.at === at ? point.y : null)),
    })),
  };
}

function pointsIn(list: unknown): { x: unknown; y: unknown }[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const points = list.map((one) =>
    Array.isArray(one) && one.length === 2
      ? { x: one[0], y: one[1] }
      : isRecord(one) && "x" in one && "y" in one
        ? { x: one.x, y: one.y }
        : undefined,
  );
  return points.every((point) => point !== undefined) ? points : undefined;
}

function mendSeries(raw: unknown, index: number, all: unknown[]): unknown {
  // Accepts a bare list of numbers as a series.
  const entry = Array.isArray(raw) ? { values: raw } : raw;
  if (!isRecord(entry)) return raw;
  const named = renamed(renamed(entry, "name", "label"), "values", "data");
  const name = all.length === 1 ? "Value" : `Series ${index + 1}`;
  return { ...named, name: named.name ?? name, values: numbers(named.values) };
}

/** Converts `{ labels, values: [1, 2] }` to one unnamed series. */
function fromOneList(data: Raw): unknown {
  const { values, ...rest } = renamed(data, "values", "data", "y");
  if (values === undefined) return data;
  return { ...rest, labels: asStrings(data.labels), series: [{ name: "Value", values: numbers(values) }] };
}

/** Converts `{ Tue: 4, Wed: 7 }` to one unnamed series. */
function fromPairs(data: Raw): unknown {
  const pairs = Object.entries(data);
  if (pairs.length === 0 || !pairs.every(([, value]) => typeof value === "number" || value === null))
    return data;
  return {
    labels: pairs.map(([label]) => label),
    series: [{ name: "Value", values: pairs.map(([, value]) => value) }],
  };
}

/**
 * Converts `[{ day: "Tue", sold: 4, left: 1 }]`. The first key with other values than numbers gives the labels.
 */
function fromRows(rows: unknown[]): unknown {
  if (rows.length === 0 || !rows.every(isRecord)) return rows;
  const keys = [...new Set(rows.flatMap(Object.keys))];
  const isNumeric = (key: string) => rows.every((row) => typeof (row[key] ?? 0) === "number");
  const label = keys.find((key) => !isNumeric(key)) ?? keys.find((key) => /^(x|year|label|name)$/i.test(key));
  if (label === undefined) return rows;
  const named = keys.filter((key) => key !== label && isNumeric(key));
  return {
    labels: asStrings(rows.map((row) => row[label])),
    series: named.map((name) => ({ name, values: rows.map((row) => row[name] ?? null) })),
  };
}

function asStrings(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item) => (typeof item === "number" || typeof item === "boolean" ? String(item) : item));
}

function numbers(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item) =>
    typeof item === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(item) ? Number(item) : item,
  );
}
