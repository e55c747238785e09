import { z } from "zod";
import { untold } from "../untold";
import { isRecord, type Raw, renamed } from "./define";

export const chartData = z
  .object({
    labels: z.array(z.string().max(200)).min(1).max(2_000),
    series: z
      .array(
        z.object({
          name: z.string().max(200),
          values: z.array(z.number().nullable()).describe("One a label, null for a gap"),
          as: untold(z.enum(["bar", "line", "area"]).optional().describe("Of a combined chart")),
          axis: untold(
            z
              .enum(["left", "right"])
              .optional()
              .describe("Of a combined chart: right has a scale of its own"),
          ),
        }),
      )
      .min(1)
      .max(6)
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

/** The shapes of other chart libraries that models know by heart, as ours. */
export function mendChartData(raw: unknown): unknown {
  if (Array.isArray(raw)) return fromRows(raw);
  if (!isRecord(raw)) return raw;
  const data = renamed(renamed(raw, "labels", "categories", "x"), "series", "datasets");
  if (data.series === undefined) return data.labels === undefined ? fromPairs(data) : fromOneList(data);
  if (!Array.isArray(data.series)) return data;
  return { ...data, labels: texts(data.labels), series: data.series.map(mendSeries) };
}

function mendSeries(raw: unknown, index: number, all: unknown[]): unknown {
  // A bare list of numbers, where a list of series is expected.
  const entry = Array.isArray(raw) ? { values: raw } : raw;
  if (!isRecord(entry)) return raw;
  const named = renamed(renamed(entry, "name", "label"), "values", "data");
  const name = all.length === 1 ? "Value" : `Series ${index + 1}`;
  return { ...named, name: named.name ?? name, values: numbers(named.values) };
}

/** `{ labels, values: [1, 2] }`: one series without a name. */
function fromOneList(data: Raw): unknown {
  const { values, ...rest } = renamed(data, "values", "data", "y");
  if (values === undefined) return data;
  return { ...rest, labels: texts(data.labels), series: [{ name: "Value", values: numbers(values) }] };
}

/** `{ Tue: 4, Wed: 7 }` */
function fromPairs(data: Raw): unknown {
  const pairs = Object.entries(data);
  if (pairs.length === 0 || !pairs.every(([, value]) => typeof value === "number" || value === null))
    return data;
  return {
    labels: pairs.map(([label]) => label),
    series: [{ name: "Value", values: pairs.map(([, value]) => value) }],
  };
}

/** `[{ day: "Tue", sold: 4, left: 1 }]`: the first key that holds no numbers names the points. */
function fromRows(rows: unknown[]): unknown {
  if (rows.length === 0 || !rows.every(isRecord)) return rows;
  const keys = [...new Set(rows.flatMap(Object.keys))];
  const isNumeric = (key: string) => rows.every((row) => typeof (row[key] ?? 0) === "number");
  const label = keys.find((key) => !isNumeric(key)) ?? keys.find((key) => /^(x|year|label|name)$/i.test(key));
  if (label === undefined) return rows;
  const named = keys.filter((key) => key !== label && isNumeric(key));
  return {
    labels: texts(rows.map((row) => row[label])),
    series: named.map((name) => ({ name, values: rows.map((row) => row[name] ?? null) })),
  };
}

function texts(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item) => (typeof item === "number" || typeof item === "boolean" ? String(item) : item));
}

function numbers(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((item) =>
    typeof item === "string" && /^\s*-?\d+(\.\d+)?\s*$/.test(item) ? Number(item) : item,
  );
}
