import { describe, expect, it } from "vitest";
import { ApiError } from "@/components/client/request";
import {
  changesOf,
  draftOf,
  fieldsOfDraft,
  isOfSeries,
  problemsOf,
  startInOwnZone,
  titleOf,
  withStart,
} from "./event-draft";

const ZONE = "Europe/Berlin";
const DENTIST = {
  ...{ title: "Dentist", timeZone: ZONE, rrule: "RRULE:FREQ=DAILY" },
  ...{ location: "Main Street 1", contactId: { $oid: "a" } },
};
const draft = (start = "2026-11-05T09:00:00Z", end: string | null = "2026-11-05T10:30:00Z") =>
  draftOf({ start, end, allDay: false }, DENTIST, ZONE);
const days = (start: string, end: string | null) => draftOf({ start, end, allDay: true }, DENTIST, ZONE);

const problems = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return problemsOf(error);
  }
  return undefined;
};

describe("the form of an event", () => {
  const of = (zone: string, event: object = DENTIST) =>
    draftOf(
      { start: "2026-11-05T09:00:00Z", end: "2026-11-05T10:30:00Z", allDay: false },
      { ...event },
      zone,
    );

  it("shows an event as the calendar does, in the calendar's time zone", () => {
    expect(draft()).toMatchObject({ startDay: "2026-11-05", startTime: "10:00", endTime: "11:30" });
    expect(draft("2026-07-05T22:30:00Z")).toMatchObject({ startDay: "2026-07-06", startTime: "00:30" });
    const imported = of(ZONE, { title: "Call", timeZone: "UTC" });
    expect(imported).toMatchObject({ startTime: "10:00", timeZone: ZONE, storedZone: "UTC" });
    expect(startInOwnZone(imported)).toBe("09:00");
    expect(startInOwnZone(draft())).toBeUndefined();
    expect(startInOwnZone({ ...imported, storedZone: "Nowhere" })).toBeUndefined();
  });

  it("keeps the time zone of an event unless the user chooses another one", () => {
    const before = of("UTC");
    expect(changesOf(before, { ...before, startTime: "09:15" })).toMatchObject({
      ...{ start: { $date: "2026-11-05T09:15:00Z" }, timeZone: ZONE },
    });
    const chosen = { ...before, timeZone: "Asia/Tokyo", storedZone: "Asia/Tokyo" };
    expect(changesOf(before, chosen)).toMatchObject({
      ...{ start: { $date: "2026-11-05T00:00:00Z" }, timeZone: "Asia/Tokyo" },
    });
  });

  it("shows an inclusive last day and stores an exclusive end", () => {
    const holiday = days("2026-12-30", "2027-01-02");
    expect([holiday.startDay, holiday.endDay]).toEqual(["2026-12-30", "2027-01-01"]);
    expect(fieldsOfDraft(holiday)).toMatchObject({ start: "2026-12-30", end: "2027-01-02", timeZone: null });
    expect(days("2026-12-30", null).endDay).toBe("2026-12-30");
  });

  it("reports no changes if it is untouched, even with non-text values", () => {
    const odd = { ...DENTIST, title: 7, location: null, notes: ["a"], status: undefined };
    const before = draftOf({ start: "2026-11-05T09:00:00Z", end: null, allDay: false }, odd, ZONE);
    expect([before.title, before.location, before.notes]).toEqual(["", "", ""]);
    expect(changesOf(before, { ...before })).toEqual({});
  });
});

describe("the stored fields", () => {
  it("contain only changed fields, with null for emptied ones", () => {
    expect(changesOf(draft(), { ...draft(), title: " Root canal ", location: "", contactId: "" })).toEqual({
      ...{ title: "Root canal", location: null, contactId: null },
    });
  });

  it("contain all times if one of them changed", () => {
    expect(changesOf(draft(), { ...draft(), endTime: "12:00" })).toEqual({
      ...{ start: { $date: "2026-11-05T09:00:00Z" }, end: { $date: "2026-11-05T11:00:00Z" } },
      ...{ allDay: null, timeZone: ZONE },
    });
  });

  it("keep the local time across the start of summer time", () => {
    const before = draft("2026-03-28T09:00:00Z", "2026-03-28T10:00:00Z");
    const after = withStart(before, { startDay: "2026-03-29" });
    expect(changesOf(before, after)).toMatchObject({ start: { $date: "2026-03-29T08:00:00Z" } });
    expect([after.startTime, after.endDay, after.endTime]).toEqual(["10:00", "2026-03-29", "11:00"]);
  });

  it("require days and times and report the field that is missing", () => {
    const missing = "Choose a day and time";
    expect(problems(() => fieldsOfDraft({ ...draft(), startDay: "" }))).toEqual({ start: missing });
    expect(problems(() => fieldsOfDraft({ ...draft(), startTime: "" }))).toEqual({ start: missing });
    expect(problems(() => fieldsOfDraft({ ...draft(), endDay: "2026-02-30" }))).toEqual({ end: missing });
    expect(problems(() => fieldsOfDraft({ ...days("2026-12-30", null), startDay: "" }))).toEqual({
      start: missing,
    });
  });

  it("require the end to be after the start", () => {
    const backwards = { ...days("2026-12-30", null), endDay: "2026-12-29" };
    expect(problems(() => fieldsOfDraft(backwards))).toEqual({ end: "Ends before it starts" });
  });

  it("have no end if the user entered none, and end on the first day by default", () => {
    expect(fieldsOfDraft({ ...draft(), endTime: "" })).toMatchObject({ end: null });
    const oneDay = { ...days("2026-12-30", "2027-01-02"), endDay: "" };
    expect(fieldsOfDraft(oneDay)).toMatchObject({ start: "2026-12-30", end: "2026-12-31" });
  });
});

describe("withStart, which changes the start of an event", () => {
  it("moves the end by the same amount, across midnight and month ends", () => {
    expect(withStart(draft(), { startTime: "23:15" })).toMatchObject({
      ...{ startDay: "2026-11-05", endDay: "2026-11-06", endTime: "00:45" },
    });
    expect(withStart(days("2026-12-30", "2027-01-02"), { startDay: "2026-02-27" }).endDay).toBe("2026-03-01");
  });

  it("adds no end to an event without an end, and keeps an incomplete start", () => {
    const open = draft("2026-11-05T09:00:00Z", null);
    expect(withStart(open, { startDay: "2026-11-07" })).toMatchObject({ endDay: "2026-11-07", endTime: "" });
    expect(withStart(draft(), { startDay: "" })).toEqual({ ...draft(), startDay: "" });
  });
});

it("problemsOf returns the server's messages by field", () => {
  const details = { problems: [{ field: "rrule", message: "This is no rule." }] };
  expect(problemsOf(new ApiError(422, "No.", details))).toEqual({ rrule: "This is no rule." });
  expect(problemsOf(new ApiError(422, "No.", { problems: "many" }))).toEqual({});
  expect(problemsOf(new TypeError("Failed to fetch"))).toEqual({});
});

it("isOfSeries is false for single events and events detached from a series", () => {
  const occurrence = { key: "a", event: 0, start: "", end: null, allDay: false, original: "2026-11-05" };
  expect(isOfSeries({ occurrence, event: { _id: 1 } })).toBe(true);
  expect(isOfSeries({ occurrence, event: { _id: 1, seriesId: "run" } })).toBe(false);
  expect(isOfSeries({ occurrence: { ...occurrence, original: null }, event: { _id: 1 } })).toBe(false);
  expect(titleOf({ _id: 1, title: "" })).toBe("Untitled");
});
