import { expect, test } from "vitest";
import { PULSES_PER_DAY } from "@/lib/shared/jobs/contract";
import { nextPulse, remainingToday } from "./pulse";
import { wallTimeOf } from "./zoned";

const clock = (at: Date, zone: string) =>
  new Date(wallTimeOf(at.getTime(), zone)).toISOString().slice(11, 16);
const day = (at: Date, zone: string) => new Date(wallTimeOf(at.getTime(), zone)).toISOString().slice(0, 10);

test.each([
  ["Europe/Berlin", "2026-02-15T00:00:00Z"],
  ["America/New_York", "2026-09-20T00:00:00Z"],
  ["Australia/Lord_Howe", "2026-03-01T00:00:00Z"],
])("nextPulse skips quiet hours and keeps the daily maximum over 90 days in %s", (zone, start) => {
  for (const pulsesPerDay of PULSES_PER_DAY) {
    const pulse = {
      activeDays: [1, 2, 3, 4, 5, 0],
      pulsesPerDay,
      quietHours: [
        { start: "22:00", end: "07:00" },
        { start: "12:30", end: "13:00" },
      ],
      notes: "",
    };
    const beats = new Map<string, number>();
    const end = Date.parse(start) + 90 * 86_400_000;
    for (
      let at = nextPulse(pulse, zone, new Date(start));
      at && at.getTime() < end;
      at = nextPulse(pulse, zone, at)
    ) {
      const time = clock(at, zone);
      expect(time >= "07:00" && time < "22:00" && !(time >= "12:30" && time < "13:00")).toBe(true);
      expect(new Date(wallTimeOf(at.getTime(), zone)).getUTCDay()).not.toBe(6);
      beats.set(day(at, zone), (beats.get(day(at, zone)) ?? 0) + 1);
    }
    // The 90 days include a Sunday with a clock change. The pulse still runs equally often on each full day.
    const counts = [...beats.values()].slice(1, -1);
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeLessThanOrEqual(pulsesPerDay);
  }
});

test("remainingToday counts how often the pulse still runs today, down to zero", () => {
  const pulse = { activeDays: [0, 1, 2, 3, 4, 5, 6], pulsesPerDay: 12, quietHours: [], notes: "" };
  expect(remainingToday(pulse, "UTC", new Date("2026-11-24T00:30:00Z"))).toBe(11);
  expect(remainingToday(pulse, "UTC", new Date("2026-11-24T22:30:00Z"))).toBe(0);
  expect(nextPulse({ ...pulse, activeDays: [] }, "UTC", new Date())).toBeNull();
  expect(
    nextPulse(
      { ...pulse, quietHours: [{ start: "00:01", end: "00:00" }] },
      "UTC",
      new Date("2026-11-24T10:00:00Z"),
    ),
  ).toEqual(new Date("2026-11-25T00:00:00Z"));
});
