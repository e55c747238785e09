import { expect, test } from "vitest";
import { cronOf, FIRST_TIMING, type Timing, timingOf } from "./timing";

const choices: [string, Partial<Timing>][] = [
  ["*/15 * * * *", { rhythm: "minutes", minutes: 15 }],
  ["5 * * * *", { rhythm: "hour", past: 5 }],
  ["30 6 * * *", { rhythm: "day", time: "06:30" }],
  ["0 7 * * 1-5", { rhythm: "weekdays", time: "07:00" }],
  ["0 18 * * 0,3", { rhythm: "week", time: "18:00", days: [0, 3] }],
  ["0 9 31 * *", { rhythm: "month", time: "09:00", date: 31 }],
];

test.each(choices)("%s converts to a choice and back", (expression, chosen) => {
  expect(timingOf(expression)).toMatchObject(chosen);
  expect(cronOf({ ...FIRST_TIMING, ...chosen })).toBe(expression);
});

test.each([
  "*/7 * * * *",
  "0 7 * 1 *",
  "0 7 1 * 1",
  "0 7-9 * * *",
  "0 7 * * MON",
  "0 25 * * *",
  "0 7 0 * *",
  "0 7 L * *",
  "* * * * *",
  "0 7 * * * *",
  "soon",
  "",
])("%j has no choice and stays an expression", (expression) => {
  expect(timingOf(expression)).toMatchObject({ rhythm: "expression", expression });
  expect(cronOf(timingOf(expression))).toBe(expression);
});

test("duplicate days are removed, and the days are sorted", () => {
  expect(timingOf("0 7 * * 5,1,5").days).toEqual([1, 5]);
  expect(cronOf({ ...FIRST_TIMING, rhythm: "week", days: [5, 1] })).toBe("0 7 * * 1,5");
});
