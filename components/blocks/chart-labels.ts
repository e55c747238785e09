import { asDay } from "./iso-date";

/** How the labels of an axis are written: short below it, in full where there is room. */
export type Labels = { tick: (label: string) => string; full: (label: string) => string };

/** Labels that are all days, months or moments are written as people write dates; any others stay as they are. */
export function labelsOf(labels: readonly string[]): Labels {
  if (labels.every((label) => asDay(label))) return days(labels);
  if (labels.every((label) => MONTH.test(label))) return months(labels);
  if (labels.every((label) => MOMENT.test(label))) return moments(labels);
  return { tick: (label) => label, full: (label) => label };
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const MOMENT = /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[T ]([01]\d|2[0-3]):([0-5]\d)/;

/** About the width of a character of a label. */
export const CHARACTER = 6.6;

/** The middle of a label that wants to stand at `x`: the outermost ones are moved inwards, so that none is cut off. */
export function within(room: number, x: number, label: string): number {
  const half = (label.length * CHARACTER) / 2;
  return Math.max(half, Math.min(x, room - half));
}

const isOneYear = (labels: readonly string[]) => new Set(labels.map((label) => label.slice(0, 4))).size === 1;

function days(labels: readonly string[]): Labels {
  const year = isOneYear(labels) ? undefined : ("2-digit" as const);
  return {
    tick: (label) => written(label, { day: "numeric", month: "short", year }),
    full: (label) => written(label, { weekday: "long", day: "numeric", month: "long", year: "numeric" }),
  };
}

function months(labels: readonly string[]): Labels {
  // In full, because "Nov 26" would read as a day.
  const year = isOneYear(labels) ? undefined : ("numeric" as const);
  return {
    tick: (label) => written(`${label}-01`, { month: "short", year }),
    full: (label) => written(`${label}-01`, { month: "long", year: "numeric" }),
  };
}

/** The time as it is written, in whatever zone it was meant. */
function moments(labels: readonly string[]): Labels {
  const isOneDay = new Set(labels.map((label) => label.slice(0, 10))).size === 1;
  const time = (label: string) => label.slice(11, 16);
  const day = (label: string, long: boolean) =>
    written(label.slice(0, 10), { day: "numeric", month: long ? "long" : "short" });
  return {
    tick: (label) => (isOneDay ? time(label) : `${day(label, false)}, ${time(label)}`),
    full: (label) => `${day(label, true)}, ${time(label)}`,
  };
}

function written(day: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`)).replace(",", "");
}
