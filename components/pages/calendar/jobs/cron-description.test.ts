import { afterEach, expect, it, test } from "vitest";
import { findLocaleBy } from "@/lib/shared/i18n/locale";
import { describeCron } from "./cron-description";

it.each([
  ["0 7 * * 1", "Every Monday at 07:00"],
  ["15 8 * * 4,1,0", "Every Monday, Thursday and Sunday at 08:15"],
  ["0 7 * * 1-5", "Weekdays at 07:00"],
  ["30 6 * * *", "Every day at 06:30"],
  ["0 * * * *", "Every hour"],
  ["5 * * * *", "Every hour at 5 past"],
  ["*/30 * * * *", "Every 30 minutes"],
  ["0 9 1 * *", "Monthly on day 1 at 09:00"],
  ["0 7 * 5 1", "At 07:00, only on Monday, only in May"],
])("describeCron says when %s is due as a person would", async (expression, words) => {
  expect(await describeCron(expression)).toBe(words);
});

afterEach(() => findLocaleBy(() => undefined));

test("describeCron uses the language of the interface, and returns what it cannot parse", async () => {
  expect(await describeCron("soon")).toBe("soon");
  findLocaleBy(() => "de");
  expect(await describeCron("0 7 * 5 1")).toBe("Um 07:00, nur jeden Montag, nur im Mai");
  expect(await describeCron("soon")).toBe("soon");
});
