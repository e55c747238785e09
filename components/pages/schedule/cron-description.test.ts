import { expect, test } from "vitest";
import { describeCron } from "./cron-description";

test("describeCron uses the user's language or English, and returns what it cannot parse", async () => {
  expect(await describeCron("0 7 * * 1-5", "en-GB")).toBe("At 07:00, Monday through Friday");
  expect(await describeCron("0 7 * * 1-5", "de-AT")).toBe("Um 07:00, Montag bis Freitag");
  expect(await describeCron("*/30 * * * *", "tlh")).toBe("Every 30 minutes");
  expect(await describeCron("soon", "en")).toBe("soon");
});
