import { z } from "zod";
import { describeAs, hideFromModels } from "@/lib/shared/text/schema-for-models";
import { binned } from "./chart-bins";
import {
  type ChartData,
  chartData,
  MAX_CHART_POINTS,
  MAX_CHART_ROWS,
  MAX_SERIES,
  mendChartData,
} from "./chart-data";
import { defineBlock, renamed } from "./define";
import { isQuery, mendQuery, query } from "./live";

const TYPES = ["line", "bar", "pie", "area", "combined", "scatter", "histogram", "heatmap"] as const;
const MAX_BINS = 100;

/** Names that other libraries use for the types. */
const KINDS: Record<string, (typeof TYPES)[number]> = {
  "heat map": "heatmap",
  heat_map: "heatmap",
  hist: "histogram",
  column: "bar",
  point: "scatter",
};

export const chart = defineBlock({
  description: "A chart.",
  schema: z
    .object({
      type: z.literal("chart"),
      chartType: describeAs(z.enum(TYPES), "line, bar, pie, area or another"),
      data: z.union([chartData, query("SELECT label, number…; live")]),
      // Not described to models, because the surface also has a title.
      title: hideFromModels(z.string().max(200).optional()),
      xLabel: hideFromModels(z.string().max(200).optional()),
      yLabel: hideFromModels(z.string().max(200).optional()),
      unit: z.string().max(200).optional(),
      stacked: hideFromModels(z.boolean().optional()),
      bins: hideFromModels(
        z.int().min(2).max(MAX_BINS).optional().describe("Of a histogram: about how many"),
      ),
      select: hideFromModels(
        z
          .enum(["point", "range"])
          .optional()
          .describe(
            "The user chooses; answers { action: choose, choice: { label, series } } or { from, to }, both labels",
          ),
      ),
      targets: hideFromModels(
        z
          .array(z.object({ value: z.number(), label: z.string().max(60).optional() }))
          .max(5)
          .optional()
          .describe("Lines across the chart at target values"),
      ),
    })
    .superRefine(({ chartType, data, targets, bins, select }, context) => {
      const add = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
      const problem = isQuery(data) ? undefined : problemOfKind(chartType, data);
      if (problem) add(["data", problem.field], problem.message);
      if (targets && (chartType === "pie" || chartType === "heatmap"))
        add(["targets"], `are not for a ${chartType === "pie" ? "pie" : "heat map"}`);
      if (bins !== undefined && chartType !== "histogram") add(["bins"], "are for a histogram");
      if (select === "range" && (chartType === "pie" || chartType === "heatmap"))
        add(["select"], `must be point for a ${chartType === "pie" ? "pie" : "heat map"}`);
    }),
  example: {
    type: "chart",
    chartType: "bar",
    data: {
      labels: ["Tue", "Wed", "Thu"],
      series: [
        { name: "Sold", values: [274, 291, 261] },
        { name: "Left over", values: [53, 48, 62] },
      ],
    },
    unit: "pieces a day",
    stacked: true,
  },
  mend: (raw) => {
    const block = renamed(raw, "chartType", "chart_type", "kind");
    const { data, ...rest } = mendQuery(block);
    const chartType = KINDS[String(rest.chartType)] ?? rest.chartType;
    return { ...rest, chartType, data: isQuery(data) ? data : mendChartData(data, chartType) };
  },
});

export const MAX_LABELS = 2_000;

type Block = z.infer<typeof chart.schema>;

export type DrawnChart = Omit<Block, "data"> & {
  data: ChartData;
  /** The bars are those of a histogram, so they are drawn without gaps. */
  isBinned?: boolean;
};

type Problem = { field: "labels" | "series"; message: string };

/** Returns why the chart type cannot draw the data, with a hint for the model. Undefined if it can. */
export function problemOfKind(chartType: Block["chartType"], data: ChartData): Problem | undefined {
  const { labels, series } = data;
  const isHeat = chartType === "heatmap";
  if (series.length > MAX_SERIES && !isHeat)
    return {
      field: "series",
      message: `must have at most ${MAX_SERIES} series; up to ${MAX_CHART_ROWS} make a heatmap`,
    };
  const max = isHeat
    ? MAX_CHART_ROWS
    : chartType === "scatter" || chartType === "histogram"
      ? MAX_CHART_POINTS
      : MAX_LABELS;
  if (labels.length > max)
    return {
      field: "labels",
      message: `must have at most ${max.toLocaleString("en")} for a ${chartType}, but has ${labels.length.toLocaleString("en")}: group them, or show the largest`,
    };
  if (chartType === "scatter") {
    const wrong = labels.find((label) => label.trim() === "" || !Number.isFinite(Number(label)));
    if (wrong !== undefined)
      return {
        field: "labels",
        message: `must be the x of each point as numbers, but ${JSON.stringify(wrong)} is not one; or give series of points [x, y]`,
      };
  }
  const message = problemOfPie(chartType, data);
  return message ? { field: "series", message } : undefined;
}

/** Returns why the data cannot be drawn as a pie. Undefined for valid data and for other chart types. */
export function problemOfPie(chartType: Block["chartType"], { series }: ChartData): string | undefined {
  if (chartType !== "pie") return undefined;
  if (series.length > 1) return "must hold exactly one series for a pie";
  const values = series[0]?.values ?? [];
  if (values.some((value) => (value ?? 0) < 0)) return "must not hold negative numbers for a pie";
  return values.some((value) => (value ?? 0) > 0) ? undefined : "must hold a number above zero for a pie";
}

/** Returns the chart to draw. A histogram becomes a bar chart of its bin counts. */
export function drawnAs<B extends DrawnChart>(block: B): B {
  if (block.chartType !== "histogram") return block;
  const { bins, ...rest } = block;
  // The legend of a single unnamed series already says "Count", so the axis needs no label.
  const isNamed = block.data.series.some(({ name }) => name !== "Value");
  const yLabel = block.yLabel ?? (isNamed ? "Count" : undefined);
  // The unit belongs to the values, which are on the x axis of a histogram.
  const xLabel = block.xLabel ?? block.unit;
  const drawn = {
    ...rest,
    chartType: "bar" as const,
    isBinned: true,
    data: binned(block.data, bins),
    xLabel,
    yLabel,
    unit: undefined,
  };
  return drawn as DrawnChart as B;
}
