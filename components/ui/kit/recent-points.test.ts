import { expect, test } from "vitest";
import { fieldValue, recentPoints } from "./recent-points";

test("fieldValue returns the local time with seconds", () => {
  expect(fieldValue("2026-11-21T23:30:09.123Z", "Europe/Berlin")).toBe("2026-11-22T00:30:09");
});

test.each([
  ["2026-11-22T14:20:05.250Z", "Europe/Berlin", "Before noon", "2026-11-22T11:00:00.000Z"],
  ["2026-11-22T10:20:05.250Z", "Europe/Berlin", "Yesterday noon", "2026-11-21T11:00:00.000Z"],
  ["2026-11-22T22:20:05.250Z", "America/New_York", "Before noon", "2026-11-22T17:00:00.000Z"],
])("at %s in %s, the last noon is %s at %s", (now, zone, label, at) =>
  expect(recentPoints(now, zone)[1]).toEqual({ label, at }),
);
