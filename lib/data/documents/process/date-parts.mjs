import { utc } from "./zones.mjs";

/*
 * Functions that return parts of a date. Their argument is a date whose UTC fields hold the local time (see
 * `wallOf`).
 */

export const DAY = 86_400_000;

export const daysOf = (wall) => Math.floor(wall.getTime() / DAY);
const dayOfYear = (wall) => daysOf(wall) - Math.floor(utc(wall.getUTCFullYear()) / DAY) + 1;
export const isoDay = (wall) => wall.getUTCDay() || 7;

/** An ISO week belongs to the year of its Thursday. */
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
  // Weeks start on Sunday; days before the first Sunday are in week 0.
  $week: (wall) => Math.floor((dayOfYear(wall) + 6 - wall.getUTCDay()) / 7),
  $hour: (wall) => wall.getUTCHours(),
  $minute: (wall) => wall.getUTCMinutes(),
  $second: (wall) => wall.getUTCSeconds(),
  $millisecond: (wall) => wall.getUTCMilliseconds(),
};
