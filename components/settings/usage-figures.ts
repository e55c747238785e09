import type { ChartData } from "@/lib/shared/blocks/chart-data";
import { t } from "@/lib/shared/i18n/en/settings";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { UsageView } from "@/lib/shared/settings";
import { nameOf } from "./model-format";

export type UsageRow = UsageView["usage"][number];
export const SPANS = [30, 90] as const;
export type Span = (typeof SPANS)[number];
export type Measure = "cost" | "tokens";

/** The chart has six colours. If there are more models, the last series is the sum of the smallest models. */
const MAX_SERIES = 6;

export type Totals = {
  calls: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  /** Cost in US dollars of the calls with a known price; null if there are none. */
  cost: number | null;
  unpriced: string[];
};

export function totalsOf(rows: UsageRow[]): Totals {
  const sum = (of: (row: UsageRow) => number) => rows.reduce((all, row) => all + of(row), 0);
  const priced = rows.filter(({ cost }) => cost !== null);
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cachedTokens: sum(({ cachedTokens }) => cachedTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: priced.length > 0 ? sum(({ cost }) => cost ?? 0) : null,
    unpriced: [
      ...new Set(rows.filter(({ unpricedCalls }) => unpricedCalls > 0).map(({ model }) => nameOf(model))),
    ],
  };
}

/** Returns chart data for every day up to `today`, with one series for each of the largest models. */
export function daysOf(rows: UsageRow[], measure: Measure, today: string, days: number): ChartData {
  const amount = (row: UsageRow) =>
    measure === "cost" ? (row.cost ?? 0) : row.inputTokens + row.outputTokens;
  const all = calendar(today, days);
  const shown = rows.filter((row) => all.includes(row.day));
  const sizes = new Map<string, number>();
  for (const row of shown) sizes.set(row.model, (sizes.get(row.model) ?? 0) + amount(row));
  const models = [...sizes]
    .filter(([, size]) => size > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([model]) => model);
  const named = models.length > MAX_SERIES ? models.slice(0, MAX_SERIES - 1) : models;
  const seriesOf = (name: string, has: (row: UsageRow) => boolean) => ({
    name,
    values: all.map((day) =>
      shown.filter((row) => row.day === day && has(row)).reduce((sum, row) => sum + amount(row), 0),
    ),
  });
  const series = named.map((model) => seriesOf(nameOf(model), (row) => row.model === model));
  if (named.length < models.length)
    series.push(seriesOf(t("otherModels"), (row) => !named.includes(row.model)));
  return { labels: all.map(formatDayAndMonth), series };
}

/** Returns the days up to `today` as ISO dates, oldest first. */
function calendar(today: string, days: number): string[] {
  const end = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: days }, (_, index) =>
    new Date(end - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

const at = (day: string) => new Date(`${day}T00:00:00Z`);

export const formatDayAndMonth = (day: string): string =>
  dateFormat({ day: "numeric", month: "short" }).format(at(day));
export const weekday = (day: string): string => dateFormat({ weekday: "short" }).format(at(day));

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes far longer than using it, and the table shows many days. */
function dateFormat(style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${formatTag()} ${style.weekday}`;
  const made = dateFormats.get(key) ?? new Intl.DateTimeFormat(formatTag(), { ...style, timeZone: "UTC" });
  dateFormats.set(key, made);
  return made;
}

/** Returns for example "12 calls, 120K tokens in, 9K out". */
export const callSummary = ({ calls, inputTokens, outputTokens }: Omit<Totals, "unpriced">): string =>
  t("callSummary", { calls, input: roughly(inputTokens), output: roughly(outputTokens) });

/** Formats US dollars with cents, or "< $0.01". */
export function dollars(cost: number): string {
  const format = (amount: number) =>
    amount.toLocaleString(formatTag(), {
      style: "currency",
      currency: "USD",
      currencyDisplay: "narrowSymbol",
    });
  return cost > 0 && cost < 0.01 ? `< ${format(0.01)}` : format(cost);
}

/** Formats a number compactly, such as "1.2M". */
export const roughly = (tokens: number): string =>
  tokens.toLocaleString(formatTag().slice(0, 2), { notation: "compact", maximumFractionDigits: 1 });
export const exactly = (count: number): string => count.toLocaleString(formatTag());
