import { expect, test } from "vitest";
import { describeCron } from "./change-words";

test.each([
  ["0 7 * * *", "every day at 07:00"],
  ["30 18 * * 1-5", "weekdays at 18:30"],
  ["0 7 * * 1", "Mondays at 07:00"],
  ["0 7 * * 7", "Sundays at 07:00"],
  ["*/30 * * * *", null],
  ["0 7 1 * *", null],
  ["0 7 * * 1,3", null],
  ["soon", null],
])("the schedule %s is %s", (expression, words) => expect(describeCron(expression)).toBe(words));
