import { utc } from "./zones.mjs";

/* What a calendar and a clock say of a date, of which the fields in UTC are those of its zone. */

export const DAY = 86_400_000;

export const daysOf = (wall) => Math.floor(wall.getTime() / DAY);
const dayOfYear = (wall) => daysOf(wall) - Math.floor(utc(wall.getUTCFullYear()) / DAY) + 1;
export const isoDay = (wall) => wall.getUTCDay() || 7;

/** The Thursday of a week says to which year it belongs. */
export function isoWeek(wall) {
  const thursday = new Date(wall.getTime() + (4 - isoDay(wall)) * DAY);
  return { year: thursday.getUTCFullYear(), week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 };
}

export const PARTS = {
  $year: (wall) => wall.getUTCFullYear(),
  $month: (wall) => wall.getUTCMonth() + 1,
  $dayOfMonth: (wall) => wall.getUTCDate(),
  $dayOfYear: dayOfYear,
  $dayOfWeek: (wall) => wall.getUTCDay() + 1,
  $isoDayOfWeek: isoDay,
  $isoWeek: (wall) => isoWeek(wall).week,
  $isoWeekYear: (wall) => isoWeek(wall).year,
  // Weeks begin with Sundays; what is before the first is week 0.
  $week: (wall) => Math.floor((dayOfYear(wall) + 6 - wall.getUTCDay()) / 7),
  $hour: (wall) => wall.getUTCHours(),
  $minute: (wall) => wall.getUTCMinutes(),
  $second: (wall) => wall.getUTCSeconds(),
  $millisecond: (wall) => wall.getUTCMilliseconds(),
};
