import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { undoChange } from "@/lib/store/data/document-history";
import { testDatabase } from "@/lib/store/testing/database";
import { calendarOf } from "./calendar";
import { changeCalendarEvent } from "./event-change";
import { runQuery } from "./query";
import type { StoredDocument } from "./values";
import type { DocumentsQuery } from "./work";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  agentId = await newAgent();
});
afterAll(() => database.drop());

const by = { author: "person", cause: null } as const;
const run = (
  operation: DocumentsQuery["operation"],
  rest: Omit<DocumentsQuery, "operation" | "collection"> = {},
) => runQuery({ operation, collection: "schedule", ...rest }, { agentId, by });
const add = (data: Record<string, unknown>) => run("insertOne", { data });
const all = async () => (await run("find")).rows as StoredDocument[];
const one = async () => (await all())[0] as StoredDocument;
const timeZone = "Europe/Berlin";
const seen = (from: string, to: string, zone = timeZone) =>
  calendarOf(agentId, { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z`, timeZone: zone });
const starts = async (from: string, to: string) =>
  (await seen(from, to)).occurrences.map(({ start }) => start).sort();
const change = (was: StoredDocument, rest: Partial<Parameters<typeof changeCalendarEvent>[1]>) =>
  changeCalendarEvent(agentId, { was, original: null, scope: "all", timeZone, ...rest });

const weekly = {
  ...{ _id: "team", title: "Team", timeZone, rrule: "FREQ=WEEKLY;BYDAY=TU" },
  ...{ start: { $date: "2026-10-20T07:00:00Z" }, end: { $date: "2026-10-20T08:00:00Z" } },
};

test.each([
  [{ title: "" }, "title"],
  [{ end: { $date: "2026-10-20T06:59:59Z" } }, "end: The event ends before it starts"],
  [{ start: "2026-02-30" }, "start: Give an ISO 8601 time"],
  [{ timeZone: "Mars/Olympus" }, "timeZone"],
  [{ rrule: "FREQ=SECONDLY" }, "rrule: FREQ must be one of"],
  [{ rrule: "whenever" }, "rrule: FREQ must be one of"],
  [{ rrule: "FREQ=DAILY;BYMONTH=13" }, "rrule: Not a rule of RFC 5545"],
  [{ rrule: "FREQ=DAILY;INTERVAL=0" }, "rrule: INTERVAL must be"],
  [{ rrule: "FREQ=DAILY;COUNT=1000000000" }, "rrule: COUNT must be at most 1000"],
  [
    { rrule: `FREQ=DAILY;BYMINUTE=${Array.from({ length: 60 }, (_, n) => n)}` },
    "rrule: A rule can name at most",
  ],
  [{ exdates: ["never"] }, "exdates"],
  [{ seriesId: "x", rrule: null }, "originalStart"],
])("the schedule rejects the event %j and names the field", async (wrong, field) => {
  await expect(add({ ...weekly, ...wrong })).rejects.toThrow(field);
  expect(await all()).toEqual([]);
});

test("a weekly event keeps its local time across clock changes, for viewers in any zone", async () => {
  await add(weekly);
  expect(await starts("2026-10-19", "2026-11-04")).toEqual([
    "2026-10-20T07:00:00Z",
    "2026-10-27T08:00:00Z",
    "2026-11-03T08:00:00Z",
  ]);
  const { occurrences } = await seen("2026-10-26", "2026-10-29", "America/New_York");
  expect(occurrences).toMatchObject([{ start: "2026-10-27T08:00:00Z", end: "2026-10-27T09:00:00Z" }]);
});

test("the calendar shows all-day events on the same days in every zone, with the day after the last as their end", async () => {
  await add({ title: "Fair", start: "2026-03-28", end: "2026-03-31", allDay: true });
  await add({
    title: "Feast",
    start: { $date: "2026-03-29T00:00:00Z" },
    allDay: true,
    rrule: "FREQ=DAILY;COUNT=2",
  });
  for (const zone of ["Pacific/Kiritimati", "America/Los_Angeles", "UTC"]) {
    const { occurrences } = await seen("2026-03-25", "2026-04-05", zone);
    expect(occurrences).toMatchObject([
      { start: "2026-03-28", end: "2026-03-31" },
      { start: "2026-03-29", end: "2026-03-30" },
      { start: "2026-03-30", end: "2026-03-31" },
    ]);
  }
});

test("changeCalendarEvent moves one instance of a series and deletes another, and both changes can be undone", async () => {
  await add(weekly);
  const { revision } = await change(await one(), {
    ...{ scope: "this", original: "2026-10-27T08:00:00Z" },
    set: { start: { $date: "2026-10-29T10:00:00Z" }, end: { $date: "2026-10-29T11:00:00Z" } },
  });
  await change(await one(), { scope: "this", original: "2026-11-03T08:00:00Z" });
  const expected = ["2026-10-20T07:00:00Z", "2026-10-29T10:00:00Z", "2026-11-10T08:00:00Z"];
  expect(await starts("2026-10-19", "2026-11-11")).toEqual(expected);
  await undoChange(agentId, revision ?? "", by);
  expect(await starts("2026-10-19", "2026-11-01")).toEqual(["2026-10-20T07:00:00Z", "2026-10-27T08:00:00Z"]);
});

test("changeCalendarEvent splits a series when this and the following instances change, and gives the new series the rest of the count", async () => {
  await add({
    ...weekly,
    rrule: "FREQ=WEEKLY;COUNT=5;BYDAY=TU",
    exdates: [{ $date: "2026-11-10T08:00:00Z" }],
  });
  await change(await one(), {
    ...{ scope: "following", original: "2026-11-03T08:00:00Z" },
    set: { title: "Later", start: { $date: "2026-11-04T09:00:00Z" }, end: { $date: "2026-11-04T09:30:00Z" } },
  });
  const [before, after] = await all();
  expect(before).toMatchObject({ title: "Team", rrule: "FREQ=WEEKLY;BYDAY=TU;UNTIL=20261103T075959Z" });
  expect(after).toMatchObject({ title: "Later", rrule: "FREQ=WEEKLY;BYDAY=WE;COUNT=3" });
  expect(await starts("2026-10-19", "2026-12-30")).toEqual([
    ...["2026-10-20T07:00:00Z", "2026-10-27T08:00:00Z", "2026-11-04T09:00:00Z"],
    "2026-11-18T09:00:00Z",
  ]);
  await change(after as StoredDocument, { scope: "following", original: "2026-11-18T09:00:00Z" });
  expect(await starts("2026-11-01", "2026-12-30")).toEqual(["2026-11-04T09:00:00Z"]);
});

test("changeCalendarEvent moves a whole series and its changed instances by the distance that one instance was moved", async () => {
  await add({ ...weekly, exdates: [{ $date: "2026-10-27T08:00:00Z" }] });
  await change(await one(), {
    ...{ scope: "all", original: "2026-11-03T08:00:00Z" },
    set: { start: { $date: "2026-11-05T09:00:00Z" }, end: { $date: "2026-11-05T11:00:00Z" } },
  });
  expect(await one()).toMatchObject({ rrule: "FREQ=WEEKLY;BYDAY=TH" });
  expect(await starts("2026-10-19", "2026-11-06")).toEqual(["2026-10-22T08:00:00Z", "2026-11-05T09:00:00Z"]);
  const mixed = { ...(await one()), rrule: "FREQ=WEEKLY;BYDAY=TU,TH" };
  await run("updateOne", { filter: { _id: "team" }, update: { $set: { rrule: mixed.rrule } } });
  const moved = change(await one(), {
    original: "2026-11-05T09:00:00Z",
    set: { start: { $date: "2026-11-06T09:00:00Z" }, end: null },
  });
  await expect(moved).rejects.toThrow("rrule: The rule names specific days");
});

test("changeCalendarEvent rejects a change of an event that changed after the user loaded it", async () => {
  await add(weekly);
  const was = await one();
  await run("updateOne", { filter: {}, update: { $set: { title: "Other" } } });
  await expect(change(was, { set: { title: "Mine" } })).rejects.toMatchObject({ code: "conflict" });
});

test("calendarOf stops expanding hundreds of endless or unsatisfiable rules after a bounded time", async () => {
  const hostile = [
    "FREQ=HOURLY",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30",
  ];
  const data = Array.from({ length: 300 }, (_, n) => ({
    ...{ title: `${n}`, start: { $date: "1900-01-01T00:00:00Z" }, rrule: hostile[n % 3] },
  }));
  await run("insertMany", { data });
  const before = Date.now();
  const { isCut, occurrences } = await seen("2026-10-19", "2026-11-30");
  expect(isCut).toBe(true);
  expect(occurrences.length).toBeLessThanOrEqual(5_000);
  expect(Date.now() - before).toBeLessThan(10_000);
});
