import { asDay } from "@/lib/shared/blocks/days";
import { formatTag } from "@/lib/shared/i18n/locale";

export type Labels = {
  tick: (label: string) => string;
  full: (label: string) => string;
  isTime: boolean;
};

/**
 * Returns the format of labels. If all are days, months or times they are formatted as dates; others are
 * unchanged.
 */
export function labelsOf(labels: readonly string[]): Labels {
  if (labels.every((label) => asDay(label))) return days(labels);
  if (labels.every((label) => MONTH.test(label))) return months(labels);
  if (labels.every((label) => DATE_TIME.test(label))) return dateTimes(labels);
  return { tick: (label) => label, full: (label) => label, isTime: false };
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const DATE_TIME = /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[T ]([01]\d|2[0-3]):([0-5]\d)/;

/** Approximate px of a character in a label. */
export const CHARACTER = 6.6;

/** Returns the center of a label at `x`. The outermost labels are moved inwards, so that none is cut off. */
export function within(width: number, x: number, label: string): number {
  const half = (label.length * CHARACTER) / 2;
  return Math.max(half, Math.min(x, width - half));
}

const isOneYear = (labels: readonly string[]) => new Set(labels.map((label) => label.slice(0, 4))).size === 1;

function days(labels: readonly string[]): Labels {
  const year = isOneYear(labels) ? undefined : ("2-digit" as const);
  return {
    tick: writer({ day: "numeric", month: "short", year }),
    full: writer({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    isTime: true,
  };
}

function months(labels: readonly string[]): Labels {
  // With two digits, "Nov 26" would look like a day.
  const year = isOneYear(labels) ? undefined : ("numeric" as const);
  const short = writer({ month: "short", year });
  const long = writer({ month: "long", year: "numeric" });
  return { tick: (label) => short(`${label}-01`), full: (label) => long(`${label}-01`), isTime: true };
}

/** Shows the time as written, without converting the time zone. */
function dateTimes(labels: readonly string[]): Labels {
  const isOneDay = new Set(labels.map((label) => label.slice(0, 10))).size === 1;
  const time = (label: string) => label.slice(11, 16);
  const short = writer({ day: "numeric", month: "short" });
  const long = writer({ day: "numeric", month: "long" });
  return {
    tick: (label) => (isOneDay ? time(label) : `${short(label.slice(0, 10))}, ${time(label)}`),
    full: (label) => `${long(label.slice(0, 10))}, ${time(label)}`,
    isTime: true,
  };
}

/**
 * Returns a formatter of days. The formatter is cached, because creating it takes longer than formatting all labels.
 */
function writer(options: Intl.DateTimeFormatOptions): (day: string) => string {
  const format = new Intl.DateTimeFormat(formatTag(), { ...options, timeZone: "UTC" });
  return (day) => format.format(new Date(`${day}T00:00:00Z`)).replace(",", "");
}
