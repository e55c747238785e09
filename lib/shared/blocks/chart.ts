import { z } from "zod";
import { chartData, mendChartData } from "./chart-data";
import { defineBlock, renamed } from "./define";

const text = z.string().max(200).optional();

export const chart = defineBlock({
  description: "A chart with axes, legend and tooltip.",
  schema: z
    .object({
      type: z.literal("chart"),
      chartType: z.enum(["line", "bar", "pie", "area"]),
      data: chartData,
      title: text,
      xLabel: text,
      yLabel: text,
      unit: text.describe('Such as "€" or "pieces a day"'),
      stacked: z.boolean().optional().describe("Bars and areas on top of each other"),
    })
    .superRefine(({ chartType, data }, context) => {
      if (chartType !== "pie") return;
      const refuse = (message: string) =>
        context.addIssue({ code: "custom", path: ["data", "series"], message });
      if (data.series.length > 1) refuse("must hold exactly one series for a pie");
      const values = data.series[0]?.values ?? [];
      if (values.some((value) => (value ?? 0) < 0)) refuse("must not hold negative numbers for a pie");
      else if (!values.some((value) => (value ?? 0) > 0)) refuse("must hold a number above zero for a pie");
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
    return { ...block, data: mendChartData(block.data) };
  },
});
