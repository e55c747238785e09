import { isoDate } from "../data/csv-columns";
import { DATE_ORDERS } from "../data/csv-style";

/**
 * Converts a text to an ISO 8601 day such as `2026-11-21`, optionally with a time. Returns null for other
 * texts.
 */
export type DayReader = (text: string) => string | null;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A format with dots, such as 31.12.2026, is always a date. */
const DOTTED = /^\d{1,2}\.\d{1,2}\.\d{4}$/;

/**
 * Parses a calendar day such as `2026-11-21` as UTC midnight. Returns undefined for other texts and
 * impossible days.
 */
export function asDay(text: string): Date | undefined {
  if (!DAY.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.getUTCDate() === Number(text.slice(8)) ? day : undefined;
}

const isoDay: DayReader = (text) => (asDay(text) ? text : null);

/**
 * Returns a reader for a column in which all texts are days: in ISO 8601, or in one order of day, month and
 * year. Returns undefined if several orders fit, as for 3/4/2026. `wanted` means that the column was declared
 * as dates. If it is false, only ISO 8601 and days with dots, such as 31.12.2026, count as days.
 */
export function dayReader(values: readonly string[], wanted: boolean): DayReader | undefined {
  if (values.length === 0) return undefined;
  if (values.every((text) => isoDay(text) !== null)) return isoDay;
  if (!wanted && !values.every((text) => DOTTED.test(text.trim()))) return undefined;
  const fitting = readers.filter((read) => values.every((text) => read(text) !== null));
  return fitting.length === 1 ? fitting[0] : undefined;
}

const readers = DATE_ORDERS.map((order): DayReader => {
  return (text) => isoDate(text, order);
});

/** Texts that begin with an ISO 8601 day sort correctly as text. */
const isIso = (text: string) => asDay(text.slice(0, 10)) !== undefined && !Number.isNaN(Date.parse(text));

/** Explains why a column cannot be read as dates, with a count and an example. Returns undefined if it can. */
export function notDays(values: readonly string[]): string | undefined {
  if (values.every(isIso) || dayReader(values, true)) return undefined;
  const [read] = readers.toSorted((a, b) => missed(values, a).length - missed(values, b).length);
  const others = read ? missed(values, read) : [];
  const reason =
    others.length > 0
      ? `${others.length} of ${values.length} values are not dates, such as ${JSON.stringify(others[0]?.slice(0, 40))}`
      : "it is ambiguous which number of its dates is the day";
  return `${reason}, so the column stays text. Write days as 2026-11-21 and leave missing ones empty, or give another kind.`;
}

const missed = (values: readonly string[], read: DayReader) =>
  values.filter((text) => !isIso(text) && read(text) === null);
