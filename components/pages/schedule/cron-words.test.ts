import { expect, test } from "vitest";
import { cronWords } from "./cron-words";

test("an expression is said in the person's language, in English where it is not known, and as itself where it is none", async () => {
  expect(await cronWords("0 7 * * 1-5", "en-GB")).toBe("At 07:00, Monday through Friday");
  expect(await cronWords("0 7 * * 1-5", "de-AT")).toBe("Um 07:00, Montag bis Freitag");
  expect(await cronWords("*/30 * * * *", "tlh")).toBe("Every 30 minutes");
  expect(await cronWords("soon", "en")).toBe("soon");
});
