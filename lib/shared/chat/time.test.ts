import { describe, expect, it } from "vitest";
import { clock, clockWithSeconds, dayLabel, groupByDay } from "./time";

const NOW = "2026-11-21T09:00:00Z";

describe("dayLabel", () => {
  it("names the near days and then the months", () => {
    expect(dayLabel("2026-11-21T00:30:00Z", NOW, "UTC")).toBe("Today");
    expect(dayLabel("2026-11-20T23:30:00Z", NOW, "UTC")).toBe("Yesterday");
    expect(dayLabel("2026-11-16T12:00:00Z", NOW, "UTC")).toBe("This week");
    expect(dayLabel("2026-11-02T12:00:00Z", NOW, "UTC")).toBe("November");
    expect(dayLabel("2025-12-31T12:00:00Z", NOW, "UTC")).toBe("December 2025");
  });

  it("counts days as the person's clock does", () => {
    expect(dayLabel("2026-11-20T23:30:00Z", NOW, "Europe/Berlin")).toBe("Today");
  });

  it("takes a clock that runs ahead as today", () => {
    expect(dayLabel("2026-11-22T09:00:00Z", NOW, "UTC")).toBe("Today");
  });
});

describe("groupByDay", () => {
  it("keeps the order and starts a group where the day changes", () => {
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

it("writes the time of day with two digits each", () => {
  expect(clock("2026-11-21T09:05:00Z", "Europe/Berlin")).toBe("10:05");
  expect(clockWithSeconds("2026-11-21T21:05:09Z", "Europe/Berlin")).toBe("22:05:09");
});
