import { isoDate } from "../data/csv-columns";
import { DATE_ORDERS } from "../data/csv-style";

/** Reads a text of a column as a day, in ISO 8601 and perhaps with its time, such as `2026-11-21`; null: it is none. */
export type DayReader = (text: string) => string | null;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Digits apart from the points of 31.12.2026, which nothing but a day has. */
const DOTTED = /^\d{1,2}\.\d{1,2}\.\d{4}$/;

/** A calendar day written as `2026-11-21`; undefined for anything else, and for a day that does not exist. */
export function asDay(text: string): Date | undefined {
  if (!DAY.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.getUTCDate() === Number(text.slice(8)) ? day : undefined;
}

const isoDay: DayReader = (text) => (asDay(text) ? text : null);

/**
 * How the days of a column are written, where all of its texts are days: as ISO 8601, or in one order of day, month and
 * year. Undefined where both orders fit, as in 3/4/2026. Days without points are read only where the column is `wanted` as
 * one of dates.
 */
export function dayReader(texts: readonly string[], wanted: boolean): DayReader | undefined {
  if (texts.length === 0) return undefined;
  if (texts.every((text) => isoDay(text) !== null)) return isoDay;
  if (!wanted && !texts.every((text) => DOTTED.test(text.trim()))) return undefined;
  const fitting = readers.filter((read) => texts.every((text) => read(text) !== null));
  return fitting.length === 1 ? fitting[0] : undefined;
}

const readers = DATE_ORDERS.map((order): DayReader => {
  return (text) => isoDate(text, order);
});

/** What begins with a day of ISO 8601 sorts as it is. */
const isIso = (text: string) => asDay(text.slice(0, 10)) !== undefined && !Number.isNaN(Date.parse(text));

/** Why a column cannot be one of dates: how many of its texts are none, and the first of them. Undefined where it can. */
export function notDays(texts: readonly string[]): string | undefined {
  if (texts.every(isIso) || dayReader(texts, true)) return undefined;
  const [read] = readers.toSorted((a, b) => missed(texts, a).length - missed(texts, b).length);
  const others = read ? missed(texts, read) : [];
  const reason =
    others.length > 0
      ? `${others.length} of ${texts.length} values are no dates, such as ${JSON.stringify(others[0]?.slice(0, 40))}`
      : "which number of its dates is the day is not clear";
  return `${reason}, so the column stays text. Write days as 2026-11-21 and leave what is missing empty, or give another kind.`;
}

const missed = (texts: readonly string[], read: DayReader) =>
  texts.filter((text) => !isIso(text) && read(text) === null);
