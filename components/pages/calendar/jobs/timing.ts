/** Rhythms that the form offers for a cron job. `expression` is for all other cron expressions. */
export const RHYTHMS = ["minutes", "hour", "day", "weekdays", "week", "month", "expression"] as const;
export type Rhythm = (typeof RHYTHMS)[number];

export type Timing = {
  rhythm: Rhythm;
  /** Interval for `minutes`. */
  minutes: number;
  /** Minutes past the hour for `hour`. */
  past: number;
  /** "HH:MM". */
  time: string;
  /** Days for `week`; 0 is Sunday. */
  days: readonly number[];
  /** Day of the month for `month`, 1 to 31. */
  date: number;
  expression: string;
};

/** Divisors of 60. Other intervals would be uneven at the end of an hour. */
export const MINUTES = [5, 10, 15, 20, 30] as const;

export const FIRST_TIMING: Timing = {
  rhythm: "weekdays",
  minutes: 30,
  past: 0,
  time: "07:00",
  days: [1],
  date: 1,
  expression: "0 7 * * 1-5",
};

export function cronOf({ rhythm, minutes, past, time, days, date, expression }: Timing): string {
  const [hour = "0", minute = "0"] = time.split(":").map((part) => String(Number(part)));
  switch (rhythm) {
    case "minutes":
      return `*/${minutes} * * * *`;
    case "hour":
      return `${past} * * * *`;
    case "day":
      return `${minute} ${hour} * * *`;
    case "weekdays":
      return `${minute} ${hour} * * 1-5`;
    case "week":
      return `${minute} ${hour} * * ${[...days].sort().join(",") || "*"}`;
    case "month":
      return `${minute} ${hour} ${date} * *`;
    case "expression":
      return expression.trim();
  }
}

/**
 * Parses a cron expression into form choices. Returns rhythm `expression` if the choices cannot express it.
 */
export function timingOf(expression: string): Timing {
  const base = { ...FIRST_TIMING, expression };
  const [minute = "", hour = "", date = "", month, day = "", ...more] = expression.trim().split(/\s+/);
  const other: Timing = { ...base, rhythm: "expression" };
  if (month !== "*" || more.length > 0) return other;
  const step = Number(/^\*\/(\d+)$/.exec(minute)?.[1]);
  const isAnyDay = date === "*" && day === "*";
  if (hour === "*" && isAnyDay) {
    if (MINUTES.some((one) => one === step)) return { ...base, rhythm: "minutes", minutes: step };
    return isWithin(minute, 59) ? { ...base, rhythm: "hour", past: Number(minute) } : other;
  }
  if (!isWithin(minute, 59) || !isWithin(hour, 23)) return other;
  const timed = { ...base, time: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}` };
  if (isAnyDay) return { ...timed, rhythm: "day" };
  if (date === "*" && day === "1-5") return { ...timed, rhythm: "weekdays" };
  if (date === "*" && /^[0-6](,[0-6])*$/.test(day))
    return { ...timed, rhythm: "week", days: [...new Set(day.split(",").map(Number))].sort() };
  if (day === "*" && isWithin(date, 31) && Number(date) > 0)
    return { ...timed, rhythm: "month", date: Number(date) };
  return other;
}

const isWithin = (text: string, max: number): boolean => /^\d{1,2}$/.test(text) && Number(text) <= max;
