import { countWords } from "@/components/ui/kit/words";
import type { DrawnChart } from "@/lib/shared/blocks/chart";
import type { ChartData } from "@/lib/shared/blocks/chart-data";

/** In this order; a seventh does not exist. */
export const COLOURS = [1, 2, 3, 4, 5, 6].map((number) => `var(--chart-${number})`);

/** From this size on, an axis writes 12.5k instead of 12,500. */
const LARGE = 10_000;
/** Below it, an axis and an amount write 2.5E-8. */
const TINY = 1e-6;
/** Decimals of a single amount. */
const USUAL_DECIMALS = 4;
/** More decimals than these read worse than the whole number: 12,343 instead of 12.3430k. */
const MAX_SHORT_DECIMALS = 3;
/** Intervals between the ticks of an axis. */
const STEPS = 4;

type Notation = "standard" | "compact" | "scientific";

/** Writes zero without a sign, also a negative number that rounds to zero. */
function writer(decimals: number, notation: Notation = "standard"): (value: number) => string {
  const format = new Intl.NumberFormat("en", {
    notation,
    signDisplay: "negative",
    maximumFractionDigits: Math.max(0, Math.min(decimals, 20)),
  });
  return (value) => (value === 0 ? "0" : format.format(value).replace("K", "k"));
}

/** Returns the decimals at which numbers that are one tick of an axis over `values` apart differ. */
export const decimalsOf = (values: readonly (number | null)[]): number => Math.max(0, placesOf(values));

/** Places after the point; negative where the step of the axis is in the tens or more. */
function placesOf(values: readonly (number | null)[]): number {
  const { least, most } = spanOf(values);
  // Recharts draws steps of 1 around a single whole number, and of its first digit around a fraction.
  const step =
    most > least ? (most - least) / STEPS : Number.isInteger(most) ? 1 : Math.min(Math.abs(most), 1);
  // Steps such as 0.25 have two digits.
  return 1 - Math.floor(Math.log10(step));
}

function spanOf(values: readonly (number | null)[]) {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values)
    if (value !== null) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return least > most ? { least: 0, most: 0 } : { least, most };
}

/** A unit that is written right at the number. */
export function isSign(unit: string): boolean {
  return /^[€$£¥%]$/.test(unit);
}

/**
 * Writes a value with its sign: €5 and 40%. The chart shows a unit that is a word. `decimals` is the most to write;
 * without it, a number gets as many as it needs alone.
 */
export function amount(value: number, unit = "", decimals = USUAL_DECIMALS): string {
  const size = Math.abs(value);
  const isTiny = size > 0 && size < TINY;
  const needed = size > 0 && size < 1 ? Math.ceil(-Math.log10(size)) + 1 : 0;
  const text = isTiny
    ? writer(USUAL_DECIMALS, "scientific")(value)
    : writer(Math.max(decimals, needed, USUAL_DECIMALS))(value);
  if (unit === "%") return `${text}%`;
  if (!isSign(unit)) return text;
  return text.startsWith("-") ? `-${unit}${text.slice(1)}` : unit + text;
}

/**
 * Returns how an axis over `values` writes its ticks: all of them short when one is large, and with as many decimals as
 * its step needs, so that no two ticks read alike.
 */
export function ticksOf(values: readonly (number | null)[]): (value: number) => string {
  const { least, most } = spanOf(values);
  const size = Math.max(Math.abs(least), Math.abs(most));
  if (size > 0 && size < TINY) return writer(USUAL_DECIMALS, "scientific");
  const places = placesOf(values);
  const short = places + Math.min(12, Math.floor(Math.log10(size) / 3) * 3);
  return size < LARGE || short > MAX_SHORT_DECIMALS ? writer(places) : writer(Math.max(1, short), "compact");
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
  const decimals = decimalsOf(data.series.flatMap(({ values }) => values));
  const ends = data.series.slice(0, MAX_TOLD).flatMap(({ name, values }) => {
    const known = values.flatMap((value, index) =>
      value === null ? [] : { value, label: data.labels[index] },
    );
    const [first] = known;
    if (!first || known.length < 2) return [];
    const least = known.reduce((a, b) => (b.value < a.value ? b : a), first);
    const most = known.reduce((a, b) => (b.value > a.value ? b : a), first);
    return `${name}: from ${amount(least.value, unit, decimals)} (${least.label}) to ${amount(most.value, unit, decimals)} (${most.label}).`;
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
