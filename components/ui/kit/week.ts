/** Indexed by `Date.getDay()`. */
export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/** Day numbers in order of display, from Monday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
