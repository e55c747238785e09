import { z } from "zod";
import { t } from "@/lib/shared/i18n/en/sharedForms";
import { formatTag } from "@/lib/shared/i18n/locale";
import { defineBlock, escapeMarkdown, renamed } from "./define";
import { formatNumber } from "./table-column";

const metric = z.object({
  label: z.string().min(1).max(100),
  value: z.union([z.number(), z.string().max(60)]),
  unit: z.string().min(1).max(20).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be a code of three letters, such as EUR")
    .optional(),
  change: z.number().optional().describe("In percent, against the last value"),
  since: z.string().max(60).optional().describe("That value, such as last week"),
  good: z.enum(["up", "down"]).optional().describe("Good direction; colours the change"),
  trend: z.array(z.number()).min(2).max(100).optional().describe("Drawn as a sparkline"),
});

export type Metric = z.infer<typeof metric>;

export const metrics = defineBlock({
  isRare: true,
  description: "Key figures side by side, each with its change and a sparkline.",
  schema: z.object({ type: z.literal("metrics"), items: z.array(metric).min(1).max(12) }),
  example: {
    type: "metrics",
    items: [
      {
        label: "Sold today",
        value: 274,
        unit: "pieces",
        change: 6.2,
        since: "yesterday",
        good: "up",
        trend: [251, 240, 262, 258, 274],
      },
      { label: "Takings", value: 1312.4, currency: "EUR" },
    ],
  },
  toMarkdown: ({ items }) =>
    items
      .map((item) => {
        const change = metricChange(item);
        const line = `- ${escapeMarkdown(item.label)}: **${escapeMarkdown(metricValue(item))}**`;
        return change ? `${line}, ${escapeMarkdown(change)}` : line;
      })
      .join("\n"),
  mend: (raw) => renamed(raw, "items", "metrics", "values"),
});

export function metricValue({ value, unit, currency }: Metric): string {
  if (typeof value === "string") return unit === undefined ? value : `${value} ${unit}`;
  const plain = value.toLocaleString(formatTag(), { maximumFractionDigits: 4 });
  return formatNumber(value, { kind: currency ? "currency" : "number", currency, unit }, plain);
}

/** Returns a text such as "up 6.2% since yesterday", or undefined without a change. */
export function metricChange({ change, since }: Metric): string | undefined {
  if (change === undefined) return undefined;
  const way = change > 0 ? "up" : change < 0 ? "down" : "unchanged";
  const percent = Math.abs(change).toLocaleString(formatTag(), { maximumFractionDigits: 2 });
  return since ? t("changeSince", { way, percent, since }) : t("change", { way, percent });
}
