import { AppError } from "@/lib/shared/errors";
import { instantsOf } from "./zoned";

const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
const RELATIVE = /^in\s+(?<count>\d{1,5}|an?|one)\s+(?<unit>minute|hour|day|week)s?$/i;
const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(:\d{2})?)(\.\d+)?$/;
const ZONED = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Parses a point in time: ISO 8601, which is local to `timeZone` if it has no offset, or "in 2 hours". Throws
 * an AppError if the text is invalid or the time has passed.
 */
export function parseDueTime(text: string, timeZone: string, now: Date): Date {
  const at = parse(text.trim(), timeZone, now);
  if (at === null || Number.isNaN(at))
    throw invalid(`"${text}" is not a valid time. Give ISO 8601, such as 2026-05-01T09:00, or "in 2 hours"`);
  if (at <= now.getTime()) throw invalid(`"${text}" has passed: it is ${now.toISOString()} now`);
  return new Date(at);
}

function parse(text: string, timeZone: string, now: Date): number | null {
  const { count, unit } = RELATIVE.exec(text)?.groups ?? {};
  if (count && unit) {
    const many = /^\d/.test(count) ? Number(count) : 1;
    return now.getTime() + many * UNITS[unit.toLowerCase() as keyof typeof UNITS];
  }
  if (ZONED.test(text)) return Date.parse(text.replace(" ", "T"));
  if (!LOCAL.test(text)) return null;
  const { instants, gapEnd } = instantsOf(Date.parse(`${text.replace(" ", "T")}Z`), timeZone);
  return instants[0] ?? gapEnd;
}

const invalid = (message: string) => new AppError("invalid", `at: ${message}.`, { details: { field: "at" } });
