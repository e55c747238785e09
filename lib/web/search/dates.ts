/** The part of a time that is known without the clock of whoever wrote it: "2024-12-12T22:37:49", "2024-12-12 22:37". */
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
 * A date in one of the ways in which search engines write it, as `2024-12-12` or `2024-12-12T22:37:49Z`; undefined where
 * it cannot be told. A time without a zone is taken as UTC.
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
  // "Mon, 01 Dec 2025 21:29:54 GMT", "January 5, 2025"; what names no year would be guessed.
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

/** Midnight is a day whose time nobody knew. */
function whole(date: Date, now: Date): string | undefined {
  const text = likely(date, now)?.toISOString();
  return text?.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text?.replace(/\.\d+Z$/, "Z");
}

const dayOf = (date: Date, now: Date) => likely(date, now)?.toISOString().slice(0, 10);

/** The web is not older, and nothing was published after tomorrow. */
function likely(date: Date, now: Date): Date | undefined {
  const time = date.getTime();
  return time >= Date.UTC(1990, 0) && time <= now.getTime() + 86_400_000 ? date : undefined;
}
