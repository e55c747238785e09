import { describe, expect, it } from "vitest";
import { clock, clockWithSeconds, dayLabel, groupByDay } from "./time";

const NOW = "2026-11-21T09:00:00Z";

describe("dayLabel", () => {
  it("names recent days, then months", () => {
    expect(dayLabel("2026-11-21T00:30:00Z", NOW, "UTC")).toBe("Today");
    expect(dayLabel("2026-11-20T23:30:00Z", NOW, "UTC")).toBe("Yesterday");
    expect(dayLabel("2026-11-16T12:00:00Z", NOW, "UTC")).toBe("This week");
    expect(dayLabel("2026-11-02T12:00:00Z", NOW, "UTC")).toBe("November");
    expect(dayLabel("2025-12-31T12:00:00Z", NOW, "UTC")).toBe("December 2025");
  });

  it("uses the given time zone", () => {
    expect(dayLabel("2026-11-20T23:30:00Z", NOW, "Europe/Berlin")).toBe("Today");
  });

  it("returns Today for future times", () => {
    expect(dayLabel("2026-11-22T09:00:00Z", NOW, "UTC")).toBe("Today");
  });
});

describe("groupByDay", () => {
  it("keeps the order and starts a group at each new label", () => {
    const at = (updatedAt: string) => ({ updatedAt });
    const groups = groupByDay(
      [at("2026-11-21T08:00:00Z"), at("2026-11-21T07:00:00Z"), at("2026-11-20T07:00:00Z")],
      NOW,
      "UTC",
    );
    expect(groups.map((group) => [group.label, group.items.length])).toEqual([
      ["Today", 2],
      ["Yesterday", 1],
    ]);
  });
});

it("writes times with two digits each", () => {
  expect(clock("2026-11-21T09:05:00Z", "Europe/Berlin")).toBe("10:05");
  expect(clockWithSeconds("2026-11-21T21:05:09Z", "Europe/Berlin")).toBe("22:05:09");
});
