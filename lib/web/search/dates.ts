/** Matches dates and times such as "2024-12-12T22:37:49" or "2024-12-12 22:37", with or without a time zone. */
const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;
const AGO = /^(a|an|\d{1,4}) (minute|hour|day|week|month|year)s? ago$/i;

const UNIT_MS: Record<string, number> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
  year: 365 * 86_400_000,
};

/**
 * Parses a date as search engines write it. Returns `2024-12-12` or `2024-12-12T22:37:49Z`, or undefined if the
 * date is not clear. A time without a zone counts as UTC.
 */
export function dateOfResult(written: string | undefined, now: Date): string | undefined {
  const text = written?.trim().slice(0, 60) ?? "";
  const iso = ISO.exec(text);
  if (iso) {
    const [, day = "", time, seconds = ":00", zone = "Z"] = iso;
    return time
      ? whole(new Date(`${day}T${time}${seconds}${zone}`), now)
      : dayOf(new Date(`${day}T00:00Z`), now);
  }
  const ago = AGO.exec(text);
  if (ago) return passed(ago, now);
  // For example "Mon, 01 Dec 2025 21:29:54 GMT" or "January 5, 2025". Without a year, the date would be a
  // guess.
  if (!/\b\d{4}\b/.test(text)) return undefined;
  const hasTime = /\d:\d{2}/.test(text);
  const date = new Date(hasTime ? text : `${text} UTC`);
  return hasTime ? whole(date, now) : dayOf(date, now);
}

function passed([, count = "", unit = ""]: RegExpExecArray, now: Date): string | undefined {
  const size = UNIT_MS[unit.toLowerCase()] ?? 0;
  const date = new Date(now.getTime() - (Number(count) || 1) * size);
  return size < 86_400_000 ? whole(date, now) : dayOf(date, now);
}

/** Returns only the date for midnight, because that usually means that the time is unknown. */
function whole(date: Date, now: Date): string | undefined {
  const text = likely(date, now)?.toISOString();
  return text?.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text?.replace(/\.\d+Z$/, "Z");
}

const dayOf = (date: Date, now: Date) => likely(date, now)?.toISOString().slice(0, 10);

/** Returns undefined for dates before 1990 and dates more than a day in the future. */
function likely(date: Date, now: Date): Date | undefined {
  const time = date.getTime();
  return time >= Date.UTC(1990, 0) && time <= now.getTime() + 86_400_000 ? date : undefined;
}
