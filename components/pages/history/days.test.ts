import { describe, expect, test } from "vitest";
import { dayHeading, formatPastTime, formatSpan } from "./days";

const NOW = "2026-11-22T10:00:00.000Z";

describe("the heading of a day", () => {
  test.each([
    ["2026-11-22T00:00:00.000Z", "Today"],
    ["2026-11-21T23:59:59.000Z", "Yesterday"],
    ["2026-11-20T12:00:00.000Z", "Friday 20 November"],
    ["2025-12-31T12:00:00.000Z", "Wednesday 31 December 2025"],
    ["2026-11-22T18:00:00.000Z", "Today"],
  ])("of %s is %s", (at, expected) => expect(dayHeading(at, NOW, "UTC")).toBe(expected));

  test("follows the user's time zone", () => {
    expect(dayHeading("2026-11-21T23:30:00.000Z", NOW, "Europe/Lisbon")).toBe("Yesterday");
    expect(dayHeading("2026-11-21T23:30:00.000Z", NOW, "Europe/Berlin")).toBe("Today");
  });
});

test.each([
  ["2026-11-22T09:05:00.000Z", "today 09:05"],
  ["2026-11-21T14:05:00.000Z", "yesterday 14:05"],
  ["2026-11-17T14:05:00.000Z", "Tuesday 14:05"],
  ["2026-11-03T14:05:00.000Z", "3 Nov 14:05"],
  ["2025-11-03T14:05:00.000Z", "3 Nov 2025 14:05"],
])("formats the past time %s as %s", (at, expected) => expect(formatPastTime(at, NOW, "UTC")).toBe(expected));

test.each([
  [10_000, "10 seconds"],
  [60_000, "1 minute"],
  [3_600_000, "1 hour"],
  [36_000_000, "10 hours"],
  [1_000_000_000, "12 days"],
])("formats a span of %i ms as %s", (ms, expected) =>
  expect(formatSpan(NOW, new Date(Date.parse(NOW) + ms).toISOString())).toBe(expected),
);
