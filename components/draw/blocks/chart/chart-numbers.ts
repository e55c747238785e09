import type { DrawnChart } from "@/lib/shared/blocks/chart";
import type { ChartData } from "@/lib/shared/blocks/chart-data";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import { currentLocale } from "@/lib/shared/i18n/locale";

/** Colors of series and slices, in this order. There are only six. */
export const COLOURS = [1, 2, 3, 4, 5, 6].map((number) => `var(--chart-${number})`);

const LARGE = 10_000;
const TINY = 1e-6;
const USUAL_DECIMALS = 4;
/** An abbreviation that needs more decimals is harder to read than the whole number: 12,343 instead of 12.3430k. */
const MAX_SHORT_DECIMALS = 3;
const STEPS = 4;

type Notation = "standard" | "compact" | "scientific";

/** Returns a formatter that shows zero without a sign, also for a negative number that rounds to zero. */
function writer(decimals: number, notation: Notation = "standard"): (value: number) => string {
  // British English abbreviates a million as "m".
  const format = new Intl.NumberFormat(currentLocale() === "de" ? "de-DE" : "en", {
    notation,
    signDisplay: "negative",
    maximumFractionDigits: Math.max(0, Math.min(decimals, 20)),
  });
  return (value) => (value === 0 ? "0" : format.format(value).replace("K", "k"));
}

/** Returns the decimals needed to distinguish numbers that are one axis step apart, for an axis over `values`. */
export const decimalsOf = (values: readonly (number | null)[]): number => Math.max(0, placesOf(values));

/** Returns the needed places after the decimal point; negative if the step of the axis is in the tens or more. */
function placesOf(values: readonly (number | null)[]): number {
  const { least, most } = spanOf(values);
  // If all values are equal, Recharts uses steps of 1 around an integer, and steps as large as the value around a
  // fraction.
  const step =
    most > least ? (most - least) / STEPS : Number.isInteger(most) ? 1 : Math.min(Math.abs(most), 1);
  // One digit more than the leading one, because steps such as 0.25 have two digits.
  return 1 - Math.floor(Math.log10(step));
}

function spanOf(values: readonly (number | null)[]) {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values)
    if (value !== null) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return least > most ? { least: 0, most: 0 } : { least, most };
}

export function isSign(unit: string): boolean {
  return /^[€$£¥%]$/.test(unit);
}

/**
 * Formats a value with its sign: €5 and 40%. A unit that is a word is shown by the chart instead. `decimals`
 * is the maximum; without it, a small number gets as many as it needs.
 */
export function amount(value: number, unit = "", decimals = USUAL_DECIMALS): string {
  const size = Math.abs(value);
  const isTiny = size > 0 && size < TINY;
  const needed = size > 0 && size < 1 ? Math.ceil(-Math.log10(size)) + 1 : 0;
  const text = isTiny
    ? writer(USUAL_DECIMALS, "scientific")(value)
    : writer(Math.max(decimals, needed, USUAL_DECIMALS))(value);
  if (!isSign(unit)) return text;
  if (currentLocale() === "de") return `${text} ${unit}`;
  if (unit === "%") return `${text}%`;
  return text.startsWith("-") ? `-${unit}${text.slice(1)}` : unit + text;
}

/**
 * Returns the formatter of the ticks of an axis over `values`. All ticks are abbreviated if one is large, and
 * have as many decimals as the step needs, so that no two ticks look alike.
 */
export function ticksOf(values: readonly (number | null)[]): (value: number) => string {
  const { least, most } = spanOf(values);
  const size = Math.max(Math.abs(least), Math.abs(most));
  if (size > 0 && size < TINY) return writer(USUAL_DECIMALS, "scientific");
  const places = placesOf(values);
  const short = places + Math.min(12, Math.floor(Math.log10(size) / 3) * 3);
  return size < LARGE || short > MAX_SHORT_DECIMALS ? writer(places) : writer(Math.max(1, short), "compact");
}

/** Returns the values of the visible series and what an axis needs to know about them. `most` is at least 1. */
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

/** Returns how a series of a combined chart is drawn. Default: the first as bars, the others as lines. */
export const kindOfSeries = ({ as }: ChartData["series"][number], index: number): "bar" | "line" | "area" =>
  as ?? (index === 0 ? "bar" : "line");

export type Point = { label: string; values: (number | null)[] };

export function points({ labels, series }: ChartData): Point[] {
  return labels.map((label, index) => ({ label, values: series.map(({ values }) => values[index] ?? null) }));
}

export type Slice = { label: string; value: number; share: number };

/**
 * Returns the slices of a pie, largest first. If there are more than six, those after the fifth are combined.
 */
export function slices({ labels, series }: ChartData): Slice[] {
  const all = labels.map((label, index) => ({ label, value: series[0]?.values[index] ?? 0 }));
  const total = all.reduce((sum, { value }) => sum + value, 0);
  const parts = all.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const rest = parts.length > COLOURS.length ? parts.splice(COLOURS.length - 1) : [];
  if (rest.length > 0)
    parts.push({
      label: t("others", { count: rest.length }),
      value: rest.reduce((sum, { value }) => sum + value, 0),
    });
  return parts.map((part) => ({ ...part, share: part.value / total }));
}

export function summary(kind: string, { labels, series }: ChartData, title?: string): string {
  const names = series.map(({ name }) => name).join(", ");
  const about = t("chartSummary", {
    kind: KINDS[kind] ?? common("chart"),
    names,
    count: labels.length,
    first: labels[0] ?? "",
    last: labels.at(-1) ?? "",
  });
  return title ? `${title}. ${about}` : about;
}

/** Maximum number of series that the description covers. The table has the others. */
const MAX_DESCRIBED_SERIES = 6;

export function described({ chartType: kind, data, title, unit, targets = [] }: DrawnChart): string {
  const decimals = decimalsOf(data.series.flatMap(({ values }) => values));
  const ends = data.series.slice(0, MAX_DESCRIBED_SERIES).flatMap(({ name, values }) => {
    const points = values.flatMap((value, index) =>
      value === null ? [] : { value, label: data.labels[index] },
    );
    const [first] = points;
    if (!first || points.length < 2) return [];
    const least = points.reduce((a, b) => (b.value < a.value ? b : a), first);
    const most = points.reduce((a, b) => (b.value > a.value ? b : a), first);
    return t("chartRange", {
      name,
      least: amount(least.value, unit, decimals),
      leastLabel: least.label ?? "",
      most: amount(most.value, unit, decimals),
      mostLabel: most.label ?? "",
    });
  });
  const lines = targets.map(({ value, label = t("target") }) => `${label}: ${amount(value, unit)}.`);
  return [summary(kind, data, title), ...ends, ...lines].join(" ");
}

const KINDS: Record<string, string> = {
  get bar() {
    return t("barChart");
  },
  get line() {
    return t("lineChart");
  },
  get area() {
    return t("areaChart");
  },
  get pie() {
    return t("pieChart");
  },
  get combined() {
    return t("combinedChart");
  },
  get scatter() {
    return t("scatterChart");
  },
  get heatmap() {
    return t("heatMap");
  },
};
