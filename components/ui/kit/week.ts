/** By the number that a date gives. */
export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
/** As a week is read: from Monday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
