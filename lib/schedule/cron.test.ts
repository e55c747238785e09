import { expect, test } from "vitest";
import { nextRuns } from "./cron";

const list = (cronExpression: string, timeZone: string, from: string, count: number) =>
  nextRuns({ cronExpression, timeZone }, new Date(from), count).map((at) => at.toISOString().slice(5, 16));

test("a fixed time that does not exist comes at the end of the gap, one that comes twice at the first", () => {
  expect(list("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00Z", 3)).toEqual([
    "03-28T01:30",
    "03-29T01:00",
    "03-30T00:30",
  ]);
  expect(list("30 2 * * *", "Europe/Berlin", "2026-10-24T00:00Z", 3)).toEqual([
    "10-24T00:30",
    "10-25T00:30",
    "10-26T01:30",
  ]);
  // Midnight itself is skipped in Cairo, and two fixed times of one gap are one.
  expect(list("0 0,12 * * *", "Africa/Cairo", "2026-04-23T12:00Z", 3)).toEqual([
    "04-23T22:00",
    "04-24T09:00",
    "04-24T21:00",
  ]);
  expect(list("0,30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", 2)).toEqual([
    "03-29T01:00",
    "03-30T00:00",
  ]);
  expect(list("15 2 * * *", "Australia/Lord_Howe", "2026-10-02T16:00Z", 2)).toEqual([
    "10-03T15:30",
    "10-04T15:15",
  ]);
});

test("a wildcard runs through both hours, and makes up for none", () => {
  expect(list("*/30 * * * *", "Europe/Berlin", "2026-10-24T23:45Z", 5)).toEqual([
    "10-25T00:00",
    "10-25T00:30",
    "10-25T01:00",
    "10-25T01:30",
    "10-25T02:00",
  ]);
  expect(list("0 * * * *", "Europe/Berlin", "2026-03-29T00:30Z", 2)).toEqual(["03-29T01:00", "03-29T02:00"]);
});
