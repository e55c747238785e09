import { t } from "@/lib/shared/i18n/en/sharedForms";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { ChartData } from "./chart-data";

const MAX_BINS = 100;
const STEPS = [1, 2, 2.5, 5, 10];

export type Bin = { from: number; to: number };

/** Returns bins of equal width with round edges: about `wanted` bins, or the count by Sturges' formula. */
export function binsOf({ series }: ChartData, wanted?: number): Bin[] {
  const values = valuesOf(series);
  const min = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const max = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (values.length === 0) return [];
  if (min === max) return [{ from: min - 0.5, to: min + 0.5 }];
  const count = wanted ?? Math.ceil(Math.log2(values.length)) + 1;
  const width = roundWidth((max - min) / count);
  const first = Math.floor(min / width);
  const bins = Math.min(MAX_BINS + 1, Math.floor(max / width) - first + 1);
  return Array.from({ length: bins }, (_, at) => ({
    from: exact((first + at) * width),
    to: exact((first + at + 1) * width),
  }));
}

/** Counts the values of each series per bin. A value on an edge belongs to the bin that starts there. */
export function binned(data: ChartData, wanted?: number): ChartData {
  const bins = binsOf(data, wanted);
  const [first] = bins;
  const width = first ? first.to - first.from : 1;
  return {
    labels: bins.map(labelOfBin),
    series: data.series.map(({ name, values }) => {
      const counts = bins.map(() => 0);
      for (const value of values) {
        if (value === null || !first) continue;
        const at = Math.min(bins.length - 1, Math.max(0, Math.floor((value - first.from) / width + 1e-9)));
        counts[at] = (counts[at] ?? 0) + 1;
      }
      return { name: name === "Value" ? t("count") : name, values: counts };
    }),
  };
}

export function labelOfBin({ from, to }: Bin): string {
  const short = new Intl.NumberFormat(formatTag(), { maximumSignificantDigits: 6 });
  const edges = { from: short.format(from), to: short.format(to) };
  return from < 0 ? t("bin", edges) : `${edges.from}–${edges.to}`;
}

const valuesOf = (series: ChartData["series"]): number[] =>
  series.flatMap(({ values }) => values.filter((value) => value !== null));

/** Rounds up to 1, 2, 2.5, 5 or 10 times a power of ten. */
function roundWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return (STEPS.find((step) => step * power >= width * (1 - 1e-9)) ?? 10) * power;
}

// Rounds away floating-point errors, such as 0.30000000000000004.
const exact = (value: number): number => Number(value.toPrecision(12));
