import { expect, it } from "vitest";
import { describeCheckIns, formatCost, formatJobTime, formatWeekdays, titleOfJob } from "./labels";

const NOW = "2026-11-22T12:00:00.000Z";
const at = (time: string, zone = "UTC") => formatJobTime(time, NOW, zone);

it("formatJobTime names the day of a time within a week, past or future", () => {
  expect(at("2026-11-22T07:05:00Z")).toBe("today 07:05");
  expect(at("2026-11-23T07:05:00Z")).toBe("tomorrow 07:05");
  expect(at("2026-11-21T23:59:00Z")).toBe("yesterday 23:59");
  expect(at("2026-11-28T07:05:00Z")).toBe("Saturday 07:05");
  expect(at("2026-11-16T07:05:00Z")).toBe("Monday 07:05");
});

it("formatJobTime shows the date of a time further away, with the year if it differs", () => {
  expect(at("2026-11-29T07:05:00Z")).toBe("29 Nov 07:05");
  expect(at("2027-01-03T07:05:00Z")).toBe("3 Jan 2027 07:05");
});

it("formatJobTime uses the days of the time zone, also when daylight saving time begins or ends", () => {
  expect(at("2026-11-22T23:30:00Z", "Europe/Berlin")).toBe("tomorrow 00:30");
  expect(at("2026-11-23T02:00:00Z", "America/New_York")).toBe("today 21:00");
  const before = "2026-10-24T12:00:00Z";
  expect(formatJobTime("2026-10-25T22:30:00Z", before, "Europe/Berlin")).toBe("tomorrow 23:30");
});

it("formatCost shows a small cost as less than one cent instead of zero", () => {
  expect([null, 0, 0.004, 0.01, 1.5].map(formatCost)).toEqual([
    null,
    "$0.00",
    "less than $0.01",
    "$0.01",
    "$1.50",
  ]);
});

it("formatWeekdays joins consecutive days to a range, with Monday as the first day", () => {
  expect(formatWeekdays([1, 2, 3, 4, 5])).toBe("Monday to Friday");
  expect(formatWeekdays([0, 6])).toBe("Saturday and Sunday");
  expect(formatWeekdays([0, 1])).toBe("Monday and Sunday");
  expect(formatWeekdays([1, 2, 4])).toBe("Monday, Tuesday and Thursday");
  expect(formatWeekdays([0, 5, 6])).toBe("Friday to Sunday");
  expect(formatWeekdays([])).toBe("on no day");
});

it("describeCheckIns names the rhythm, the days and all quiet hours, also while off", () => {
  const always = { enabled: true, pulsesPerDay: 12, activeDays: [0, 1, 2, 3, 4, 5, 6], quietHours: [] };
  const night = { start: "22:00", end: "07:00" };
  expect(describeCheckIns(always)).toBe("Every 2 hours");
  expect(describeCheckIns({ ...always, enabled: false, quietHours: [night] })).toBe(
    "Off · Every 2 hours, except 22:00–07:00",
  );
  const weekdays = { ...always, activeDays: [1, 2, 3, 4, 5] };
  expect(describeCheckIns(weekdays)).toBe("Every 2 hours, Monday to Friday");
  const quietHours = [night, { start: "12:00", end: "13:00" }];
  expect(describeCheckIns({ ...weekdays, pulsesPerDay: 5, quietHours })).toBe(
    "5 times a day, Monday to Friday, except 22:00–07:00 and 12:00–13:00",
  );
});

it("titleOfJob names check-ins whatever name is stored, and deleted jobs", () => {
  expect(titleOfJob({ kind: "pulse", name: "Pulse" })).toBe("Check-ins");
  expect(titleOfJob({ kind: "cron", name: "Plan" })).toBe("Plan");
  expect(titleOfJob({ kind: "cron", name: null })).toBe("Deleted job");
});
