import { describe, expect, it } from "vitest";
import { ApiError } from "@/components/client/request";
import { changesOf, draftOf, fieldsOfDraft, isOfSeries, problemsOf, titleOf, withStart } from "./event-draft";

const ZONE = "Europe/Berlin";
const DENTIST = {
  ...{ title: "Dentist", timeZone: ZONE, rrule: "RRULE:FREQ=DAILY" },
  ...{ location: "Main Street 1", contactId: { $oid: "a" } },
};
const draft = (start = "2026-11-05T09:00:00Z", end: string | null = "2026-11-05T10:30:00Z") =>
  draftOf({ start, end, allDay: false }, DENTIST, "UTC");
const days = (start: string, end: string | null) => draftOf({ start, end, allDay: true }, DENTIST, ZONE);

/** Returns the messages by field of the error that `work` throws. */
const problems = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return problemsOf(error);
  }
  return undefined;
};

describe("the form of an event", () => {
  it("has the clock of the event's own zone, not of who looks", () => {
    expect(draft()).toMatchObject({ startDay: "2026-11-05", startTime: "10:00", endTime: "11:30" });
    expect(draft("2026-07-05T22:30:00Z")).toMatchObject({ startDay: "2026-07-06", startTime: "00:30" });
  });

  it("of whole days says the last one, which is stored as the day after it", () => {
    const holiday = days("2026-12-30", "2027-01-02");
    expect([holiday.startDay, holiday.endDay]).toEqual(["2026-12-30", "2027-01-01"]);
    expect(fieldsOfDraft(holiday)).toMatchObject({ start: "2026-12-30", end: "2027-01-02", timeZone: null });
    expect(days("2026-12-30", null).endDay).toBe("2026-12-30");
  });

  it("that nobody touched changes nothing, also where fields hold what is no text", () => {
    const odd = { ...DENTIST, title: 7, location: null, notes: ["a"], status: undefined };
    const before = draftOf({ start: "2026-11-05T09:00:00Z", end: null, allDay: false }, odd, ZONE);
    expect([before.title, before.location, before.notes]).toEqual(["", "", ""]);
    expect(changesOf(before, { ...before })).toEqual({});
  });
});

describe("what is sent of a form", () => {
  it("is what was changed alone, and null where a field was emptied", () => {
    expect(changesOf(draft(), { ...draft(), title: " Root canal ", location: "", contactId: "" })).toEqual({
      ...{ title: "Root canal", location: null, contactId: null },
    });
  });

  it("is all of the times where one of them was changed", () => {
    expect(changesOf(draft(), { ...draft(), endTime: "12:00" })).toEqual({
      ...{ start: { $date: "2026-11-05T09:00:00Z" }, end: { $date: "2026-11-05T11:00:00Z" } },
      ...{ allDay: null, timeZone: ZONE },
    });
  });

  it("keeps the hour of the clock where summer time begins in between", () => {
    const before = draft("2026-03-28T09:00:00Z", "2026-03-28T10:00:00Z");
    const after = withStart(before, { startDay: "2026-03-29" });
    expect(changesOf(before, after)).toMatchObject({ start: { $date: "2026-03-29T08:00:00Z" } });
    expect([after.startTime, after.endDay, after.endTime]).toEqual(["10:00", "2026-03-29", "11:00"]);
  });

  it("is nothing where a day or a time is missing, which is said at that field", () => {
    const missing = "Choose a day and a time";
    expect(problems(() => fieldsOfDraft({ ...draft(), startDay: "" }))).toEqual({ start: missing });
    expect(problems(() => fieldsOfDraft({ ...draft(), startTime: "" }))).toEqual({ start: missing });
    expect(problems(() => fieldsOfDraft({ ...draft(), endDay: "2026-02-30" }))).toEqual({ end: missing });
    expect(problems(() => fieldsOfDraft({ ...days("2026-12-30", null), startDay: "" }))).toEqual({
      start: missing,
    });
  });

  it("is nothing where the last day is before the first", () => {
    const backwards = { ...days("2026-12-30", null), endDay: "2026-12-29" };
    expect(problems(() => fieldsOfDraft(backwards))).toEqual({ end: "It ends before it starts" });
  });

  it("has no end where none is written, and that of the first day where its day is missing", () => {
    expect(fieldsOfDraft({ ...draft(), endTime: "" })).toMatchObject({ end: null });
    const oneDay = { ...days("2026-12-30", "2027-01-02"), endDay: "" };
    expect(fieldsOfDraft(oneDay)).toMatchObject({ start: "2026-12-30", end: "2026-12-31" });
  });
});

describe("a start that is moved", () => {
  it("takes the end along over midnight and the end of a month", () => {
    expect(withStart(draft(), { startTime: "23:15" })).toMatchObject({
      ...{ startDay: "2026-11-05", endDay: "2026-11-06", endTime: "00:45" },
    });
    expect(withStart(days("2026-12-30", "2027-01-02"), { startDay: "2026-02-27" }).endDay).toBe("2026-03-01");
  });

  it("gives no end to an event without one, and is itself kept where it is not whole yet", () => {
    const open = draft("2026-11-05T09:00:00Z", null);
    expect(withStart(open, { startDay: "2026-11-07" })).toMatchObject({ endDay: "2026-11-07", endTime: "" });
    expect(withStart(draft(), { startDay: "" })).toEqual({ ...draft(), startDay: "" });
  });
});

it("what the server says of fields is shown at them, and nothing where it says none", () => {
  const details = { problems: [{ field: "rrule", message: "This is no rule." }] };
  expect(problemsOf(new ApiError(422, "No.", details))).toEqual({ rrule: "This is no rule." });
  expect(problemsOf(new ApiError(422, "No.", { problems: "many" }))).toEqual({});
  expect(problemsOf(new TypeError("Failed to fetch"))).toEqual({});
});

it("of an event that was taken out of its series nothing is asked about the series", () => {
  const occurrence = { key: "a", event: 0, start: "", end: null, allDay: false, original: "2026-11-05" };
  expect(isOfSeries({ occurrence, event: { _id: 1 } })).toBe(true);
  expect(isOfSeries({ occurrence, event: { _id: 1, seriesId: "run" } })).toBe(false);
  expect(isOfSeries({ occurrence: { ...occurrence, original: null }, event: { _id: 1 } })).toBe(false);
  expect(titleOf({ _id: 1, title: "" })).toBe("Without a title");
});
