import { expect, test } from "vitest";
import { lastSessionEnd } from "./session-end";

const last = (rule: string, timeZone: string, now: string) => {
  const [autoDivide = "", time = "", weekday = "1"] = rule.split(" ");
  const options = { autoDivide: autoDivide as "daily" | "weekly" | "none", time, weekday: Number(weekday) };
  return lastSessionEnd(options, timeZone, new Date(now))?.toISOString() ?? null;
};

test.each([
  // Berlin is at UTC+1 in winter and UTC+2 in summer.
  ["daily 00:00", "2026-01-10T12:00:00Z", "2026-01-09T23:00:00.000Z"],
  ["daily 00:00", "2026-01-09T23:00:00Z", "2026-01-09T23:00:00.000Z"],
  ["daily 00:00", "2026-01-09T22:59:59Z", "2026-01-08T23:00:00.000Z"],
  ["daily 00:00", "2026-07-10T12:00:00Z", "2026-07-09T22:00:00.000Z"],
  ["daily 04:30", "2026-07-10T02:29:00Z", "2026-07-09T02:30:00.000Z"],
  // 2026-03-29: clocks go from 02:00 to 03:00.
  ["daily 02:30", "2026-03-29T00:59:00Z", "2026-03-28T01:30:00.000Z"],
  ["daily 02:30", "2026-03-29T01:00:00Z", "2026-03-29T01:00:00.000Z"],
  ["daily 02:30", "2026-03-30T00:29:00Z", "2026-03-29T01:00:00.000Z"],
  // 2026-10-25: clocks go from 03:00 back to 02:00.
  ["daily 02:30", "2026-10-25T00:29:00Z", "2026-10-24T00:30:00.000Z"],
  ["daily 02:30", "2026-10-25T00:30:00Z", "2026-10-25T00:30:00.000Z"],
  ["daily 02:30", "2026-10-25T01:10:00Z", "2026-10-25T00:30:00.000Z"],
  ["daily 02:30", "2026-10-25T01:40:00Z", "2026-10-25T00:30:00.000Z"],
  ["weekly 00:00 1", "2026-01-12T12:00:00Z", "2026-01-11T23:00:00.000Z"],
  ["weekly 00:00 1", "2026-01-11T22:59:00Z", "2026-01-04T23:00:00.000Z"],
  ["weekly 00:00 0", "2026-01-12T12:00:00Z", "2026-01-10T23:00:00.000Z"],
  ["weekly 18:00 1", "2026-01-12T12:00:00Z", "2026-01-05T17:00:00.000Z"],
  ["none 00:00", "2026-01-12T12:00:00Z", null],
])("lastSessionEnd returns the last time of %s in Berlin before %s: %s", (rule, now, at) => {
  expect(last(rule, "Europe/Berlin", now)).toBe(at);
});

test("lastSessionEnd supports zones far from UTC, and clock changes at midnight", () => {
  expect(last("daily 00:00", "Pacific/Kiritimati", "2026-01-10T09:59:00Z")).toBe("2026-01-09T10:00:00.000Z");
  // In Beirut, 2026-03-29 starts at 01:00.
  expect(last("daily 00:00", "Asia/Beirut", "2026-03-29T12:00:00Z")).toBe("2026-03-28T22:00:00.000Z");
});
