import { expect, test } from "vitest";
import { movedBy } from "./use-move-keys";

const ZONE = "Europe/Berlin";
const timed = (start: string, end: string | null) => ({ start, end, allDay: false });

test("movedBy keeps the local time and the length across the end of summer time", () => {
  expect(movedBy(timed("2026-10-24T08:00:00Z", "2026-10-24T09:00:00Z"), { days: 1 }, ZONE)).toEqual(
    timed("2026-10-25T09:00:00Z", "2026-10-25T10:00:00Z"),
  );
});

test("movedBy moves by half an hour across midnight, also without an end", () => {
  expect(movedBy(timed("2026-11-05T22:45:00Z", null), { minutes: 30 }, ZONE)).toEqual(
    timed("2026-11-05T23:15:00Z", null),
  );
});

test("movedBy moves an all-day event by days or weeks", () => {
  const fair = { start: "2026-12-31", end: "2027-01-02", allDay: true };
  expect(movedBy(fair, { days: -1 }, ZONE)).toEqual({ ...fair, start: "2026-12-30", end: "2027-01-01" });
  expect(movedBy(fair, { minutes: 30 }, ZONE)).toEqual({ ...fair, start: "2027-01-07", end: "2027-01-09" });
});
