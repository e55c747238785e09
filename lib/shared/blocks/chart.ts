import { z } from "zod";
import { untold } from "../untold";
import { type ChartData, chartData, mendChartData } from "./chart-data";
import { defineBlock, renamed } from "./define";
import { isQuery, mendQuery, query } from "./live";

export const chart = defineBlock({
  description: "A chart.",
  schema: z
    .object({
      type: z.literal("chart"),
      chartType: z.enum(["line", "bar", "pie", "area", "combined"]),
      data: z.union([chartData, query("SELECT label, number…; live")]),
      // The sheet has one, too.
      title: untold(z.string().max(200).optional()),
      xLabel: untold(z.string().max(200).optional()),
      yLabel: untold(z.string().max(200).optional()),
      unit: z.string().max(200).optional(),
      stacked: untold(z.boolean().optional()),
      targets: untold(
        z
          .array(z.object({ value: z.number(), label: z.string().max(60).optional() }))
          .max(5)
          .optional()
          .describe("Lines across the chart, at what is to be reached"),
      ),
    })
    .superRefine(({ chartType, data, targets }, context) => {
      const problem = isQuery(data) ? undefined : problemOfPie(chartType, data);
      if (problem) context.addIssue({ code: "custom", path: ["data", "series"], message: problem });
      if (targets && chartType === "pie")
        context.addIssue({ code: "custom", path: ["targets"], message: "are not for a pie" });
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
    return { ...rest, data: isQuery(data) ? data : mendChartData(data) };
  },
});

type Block = z.infer<typeof chart.schema>;

/** A chart with its numbers. */
export type DrawnChart = Omit<Block, "data"> & { data: ChartData };

/** Why numbers make no pie, if it is one that they are for. */
export function problemOfPie(chartType: Block["chartType"], { series }: ChartData): string | undefined {
  if (chartType !== "pie") return undefined;
  if (series.length > 1) return "must hold exactly one series for a pie";
  const values = series[0]?.values ?? [];
  if (values.some((value) => (value ?? 0) < 0)) return "must not hold negative numbers for a pie";
  return values.some((value) => (value ?? 0) > 0) ? undefined : "must hold a number above zero for a pie";
}
