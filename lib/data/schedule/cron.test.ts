import { expect, test } from "vitest";
import { nextRun, nextRuns } from "./cron";
import { wallTimeOf } from "./zoned";

const list = (cronExpression: string, timeZone: string, from: string, count: number) =>
  nextRuns({ cronExpression, timeZone }, new Date(from), count).map((at) => at.toISOString().slice(5, 16));

test("a fixed time that the clock skips is due at the end of the gap, and one that occurs twice is due only once", () => {
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
  // In Cairo, the clock skips midnight. Two scheduled times in the same gap cause one run.
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

test("a wildcard is due in both hours when the clock goes back, and skipped times are not due later", () => {
  expect(list("*/30 * * * *", "Europe/Berlin", "2026-10-24T23:45Z", 5)).toEqual([
    "10-25T00:00",
    "10-25T00:30",
    "10-25T01:00",
    "10-25T01:30",
    "10-25T02:00",
  ]);
  expect(list("0 * * * *", "Europe/Berlin", "2026-03-29T00:30Z", 2)).toEqual(["03-29T01:00", "03-29T02:00"]);
});

function walls(timeZone: string, change: number): Map<number, string> {
  const shown = new Map<number, string>();
  for (let at = change - AROUND_MS; at < change + AROUND_MS; at += 5 * MINUTE_MS)
    shown.set(at, new Date(wallTimeOf(at, timeZone)).toISOString().slice(0, 16));
  return shown;
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const AROUND_MS = DAY_MS / 4;
const offset = (at: number, timeZone: string) => wallTimeOf(at, timeZone) - at;

function changesOf(timeZone: string): number[] {
  const changes: number[] = [];
  for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2028, 0, 1); at += DAY_MS) {
    if (offset(at, timeZone) === offset(at + DAY_MS, timeZone)) continue;
    let change = at;
    while (offset(change, timeZone) === offset(change + 5 * MINUTE_MS, timeZone)) change += 5 * MINUTE_MS;
    changes.push(change + 5 * MINUTE_MS);
  }
  return changes;
}

const ZONES = Intl.supportedValuesOf("timeZone").filter((zone) => {
  const [winter, summer] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];
  return offset(winter, zone) !== offset(summer, zone);
});

const SAMPLE = ZONES.filter((_, nth) => nth % Math.floor(ZONES.length / 40) === 0).slice(0, 40);

test.each(Array.from({ length: 8 }, (_, nth) => SAMPLE.slice(5 * nth, 5 * nth + 5)))(
  "every due time occurs once across the clock changes of three years: %s, %s, %s, %s, %s",
  (...zones) => {
    for (const timeZone of zones)
      for (const change of changesOf(timeZone)) {
        const shown = [...walls(timeZone, change)];
        const [start, end] = [change - AROUND_MS - 1, change + AROUND_MS];
        const due = (cronExpression: string) => {
          const times: number[] = [];
          const next = (after: number) =>
            nextRun({ cronExpression, timeZone }, new Date(after))?.getTime() ?? end;
          for (let at = next(start); at < end; at = next(at)) times.push(at);
          return times;
        };
        expect(due("*/20 * * * *"), timeZone).toEqual(
          shown.filter(([, wall]) => Number(wall.slice(14)) % 20 === 0).map(([at]) => at),
        );
        for (const minutes of [-45, 0, 15, 30, 75]) {
          // A local time near the clock change, computed with the UTC offset from before the change.
          const time = new Date(wallTimeOf(change - 5 * MINUTE_MS, timeZone) + (minutes + 5) * MINUTE_MS)
            .toISOString()
            .slice(11, 16);
          const days = [...new Set(shown.map(([, wall]) => wall.slice(0, 10)))];
          const expected = days.flatMap((day) => {
            const first = shown.find(([, wall]) => wall === `${day}T${time}`);
            if (first) return [first[0]];
            const after = shown.find(([, wall]) => wall > `${day}T${time}`);
            const before = shown.find(([, wall]) => wall < `${day}T${time}`);
            return before && after ? [after[0]] : [];
          });
          expect(
            due(`${Number(time.slice(3))} ${Number(time.slice(0, 2))} * * *`),
            `${timeZone} ${time}`,
          ).toEqual(expected);
        }
      }
  },
);
