import { countWords } from "@/components/kit/words";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import type { ChartData } from "@/lib/shared/blocks/chart-data";

/** In this order; a seventh does not exist. */
export const COLOURS = [1, 2, 3, 4, 5, 6].map((number) => `var(--chart-${number})`);

const exact = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
const LARGE = 10_000;
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** A unit that is written right at the number. */
export function isSign(unit: string): boolean {
  return /^[€$£¥%]$/.test(unit);
}

/** A value as people write it: €5 and 40%; a unit that is a word stands above the chart. */
export function amount(value: number, unit = ""): string {
  const text = exact.format(value);
  if (unit === "%") return `${text}%`;
  if (!isSign(unit)) return text;
  return value < 0 ? `-${unit}${text.slice(1)}` : unit + text;
}

/** How the ticks of an axis are written: all of them short when one is large, so that they read alike. */
export function ticksOf(values: readonly (number | null)[]): (value: number) => string {
  const most = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
  return most >= LARGE ? (value) => short.format(value).replace("K", "k") : (value) => exact.format(value);
}

/** What an axis has to reach for. */
export function shapeOf({ series }: ChartData, hidden?: ReadonlySet<number>) {
  const all = series.flatMap(({ values }, index) => (hidden?.has(index) ? [] : values));
  const values = all.filter((value) => value !== null);
  return {
    values,
    most: values.reduce((most, value) => Math.max(most, value), 1),
    isEmpty: values.length === 0,
    isZero: values.every((value) => value === 0),
    isWhole: values.every(Number.isInteger),
    hasNegative: values.some((value) => value < 0),
  };
}

/** The series of a combined chart: columns first, then lines over them, unless it is said otherwise. */
export const kindOfSeries = ({ as }: ChartData["series"][number], index: number): "bar" | "line" | "area" =>
  as ?? (index === 0 ? "bar" : "line");

export type Point = { label: string; values: (number | null)[] };

export function points({ labels, series }: ChartData): Point[] {
  return labels.map((label, index) => ({ label, values: series.map(({ values }) => values[index] ?? null) }));
}

export type Slice = { label: string; value: number; share: number };

/** The parts of a pie, largest first; what comes after the fifth is one part, for there are six colours. */
export function slices({ labels, series }: ChartData): Slice[] {
  const all = labels.map((label, index) => ({ label, value: series[0]?.values[index] ?? 0 }));
  const total = all.reduce((sum, { value }) => sum + value, 0);
  const parts = all.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const rest = parts.length > COLOURS.length ? parts.splice(COLOURS.length - 1) : [];
  if (rest.length > 0)
    parts.push({ label: `${rest.length} others`, value: rest.reduce((sum, { value }) => sum + value, 0) });
  return parts.map((part) => ({ ...part, share: part.value / total }));
}

/** What a chart shows, in one sentence for those who cannot see it. */
export function summary(kind: string, { labels, series }: ChartData, title?: string): string {
  const names = series.map(({ name }) => name).join(", ");
  const span = labels.length > 1 ? `from ${labels[0]} to ${labels.at(-1)}` : `for ${labels[0]}`;
  return `${title ? `${title}. ` : ""}${KINDS[kind] ?? "Chart"} of ${names}, ${countWords(labels.length, "value")} ${span}.`;
}

/** Of more series the table says the rest. */
const MAX_TOLD = 6;

/** The same with the ends of every series, which is most of what one sees at a glance, and the lines across the chart. */
export function described({ chartType: kind, data, title, unit, targets = [] }: DrawnChart): string {
  const ends = data.series.slice(0, MAX_TOLD).flatMap(({ name, values }) => {
    const known = values.flatMap((value, index) =>
      value === null ? [] : { value, label: data.labels[index] },
    );
    const [first] = known;
    if (!first || known.length < 2) return [];
    const least = known.reduce((a, b) => (b.value < a.value ? b : a), first);
    const most = known.reduce((a, b) => (b.value > a.value ? b : a), first);
    return `${name}: from ${amount(least.value, unit)} (${least.label}) to ${amount(most.value, unit)} (${most.label}).`;
  });
  const lines = targets.map(({ value, label = "Target" }) => `${label}: ${amount(value, unit)}.`);
  return [summary(kind, data, title), ...ends, ...lines].join(" ");
}

const KINDS: Record<string, string> = {
  bar: "Bar chart",
  line: "Line chart",
  area: "Area chart",
  pie: "Pie chart",
  combined: "Combined chart",
  scatter: "Scatter chart",
  heatmap: "Heat map",
};
