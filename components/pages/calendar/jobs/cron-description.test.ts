import { expect, it, test } from "vitest";
import { describeCron } from "./cron-description";

it.each([
  ["0 7 * * 1", "Mondays at 07:00"],
  ["15 8 * * 4,1,0", "Mondays, Thursdays and Sundays at 08:15"],
  ["0 7 * * 1-5", "Weekdays at 07:00"],
  ["30 6 * * *", "Every day at 06:30"],
  ["0 * * * *", "Every hour"],
  ["5 * * * *", "Every hour at 5 past"],
  ["*/30 * * * *", "Every 30 minutes"],
  ["0 9 1 * *", "Day 1 of every month at 09:00"],
  ["0 7 * 5 1", "At 07:00, only on Monday, only in May"],
])("describeCron says when %s is due as a person would", async (expression, words) => {
  expect(await describeCron(expression, "en-GB")).toBe(words);
});

test("describeCron uses the user's language or English, and returns what it cannot parse", async () => {
  expect(await describeCron("0 7 * * 1-5", "de-AT")).toBe("Um 07:00, Montag bis Freitag");
  expect(await describeCron("*/30 * * * *", "tlh")).toBe("Every 30 minutes");
  expect(await describeCron("soon", "en")).toBe("soon");
});
