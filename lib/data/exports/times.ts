/** Exports of conversations exist since 2022. Earlier times are errors of the file. */
const EARLIEST = Date.UTC(2015, 0, 1);

/** A time in milliseconds of ISO text or Unix seconds; null for times before 2015 and in the future. */
export function timeOf(value: unknown, now: number): number | null {
  const ms =
    typeof value === "number" ? value * 1_000 : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(ms) && ms >= EARLIEST && ms <= now + 86_400_000
    ? Math.min(Math.round(ms), now)
    : null;
}

/** True if the export has a time that cannot be right. */
export const isBadTime = (value: unknown, now: number): boolean =>
  value !== null && value !== undefined && value !== 0 && timeOf(value, now) === null;
