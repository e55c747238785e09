import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { undoChange } from "@/lib/store/data/document-history";
import { testDatabase } from "@/lib/store/testing/database";
import { allEvents, calendarOf } from "./calendar";
import { importAgentCalendar } from "./calendar-import";
import { calendarText, readICalEvents } from "./ical";
import { runQuery } from "./query";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  agentId = await newAgent();
});
afterAll(() => database.drop());

const file = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z", ...lines, "END:VEVENT"];
const bring = (icalendar: string, agent = agentId) => importAgentCalendar(agent, { icalendar });
const timeZone = "Europe/Berlin";
const seen = async (agent = agentId) => {
  const span = { from: "2026-10-01T00:00:00Z", to: "2026-12-01T00:00:00Z", timeZone };
  const { occurrences, events } = await calendarOf(agent, span);
  return occurrences.map(({ start, end, event }) => `${start} ${end} ${events[event]?.title}`).sort();
};

const WINDOWS = [
  ...["BEGIN:VTIMEZONE", "TZID:W. Europe Standard Time"],
  ...["BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"],
  ...["RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
  ...["RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
];
const REAL = file(
  ...WINDOWS,
  ...event(
    ...["UID:team@example.com", "SUMMARY:Team\\, weekly", "RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=TU"],
    ...[
      "DTSTART;TZID=W. Europe Standard Time:20261020T090000",
      "DTEND;TZID=W. Europe Standard Time:20261020T100000",
    ],
    ...[
      "EXDATE;TZID=W. Europe Standard Time:20261103T090000",
      "LOCATION:Room 1",
      "DESCRIPTION:A long line that is",
      "  folded",
    ],
  ),
  ...event(
    ...[
      "UID:team@example.com",
      "SUMMARY:Team\\, moved",
      "RECURRENCE-ID;TZID=W. Europe Standard Time:20261027T090000",
    ],
    ...["DTSTART;TZID=Europe/Berlin:20261028T110000", "DURATION:PT30M"],
  ),
  ...event("UID:fair", "SUMMARY:Fair", "DTSTART;VALUE=DATE:20261024", "DTEND;VALUE=DATE:20261026"),
  ...event(
    "UID:call",
    "SUMMARY:Call",
    "DTSTART:20261101T230000Z",
    "DTEND:20261102T000000Z",
    "STATUS:CANCELLED",
  ),
);
const EXPECTED = [
  "2026-10-20T07:00:00Z 2026-10-20T08:00:00Z Team, weekly",
  "2026-10-24 2026-10-26 Fair",
  "2026-10-28T10:00:00Z 2026-10-28T10:30:00Z Team, moved",
  "2026-11-01T23:00:00Z 2026-11-02T00:00:00Z Call",
  "2026-11-10T08:00:00Z 2026-11-10T09:00:00Z Team, weekly",
];

test("importAgentCalendar reads zones, exceptions and days, updates events on a second import, and can be undone", async () => {
  const { revision, ...report } = await bring(REAL);
  expect(report).toMatchObject({ added: 4, updated: 0, same: 0, problems: [] });
  expect(await seen()).toEqual(EXPECTED);
  expect(await bring(REAL)).toMatchObject({ added: 0, updated: 0, same: 4 });
  expect(await bring(REAL.replace("SUMMARY:Fair", "SUMMARY:Big fair"))).toMatchObject({
    added: 0,
    updated: 1,
    same: 3,
  });
  expect(await allEvents(agentId)).toHaveLength(4);
  await bring(REAL);
  const other = await newAgent();
  const { revision: only } = await bring(REAL, other);
  await undoChange(other, only ?? "", { author: "person", cause: null });
  expect(await allEvents(other)).toEqual([]);
});

test("a calendar that is exported and imported again does not change", async () => {
  await bring(REAL);
  const text = (await Array.fromAsync(calendarText(await allEvents(agentId), timeZone))).join("");
  expect(text).toContain("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin");
  expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const other = await newAgent();
  expect(await bring(text, other)).toMatchObject({ added: 4, problems: [] });
  expect(await seen(other)).toEqual(EXPECTED);
  expect(await bring(text)).toMatchObject({ added: 0 });
});

test("an event without a UID is exported under its _id, and an import of that file updates the same event", async () => {
  const [start, end] = [{ $date: "2026-11-24T08:00:00Z" }, { $date: "2026-11-24T09:00:00Z" }];
  const data = { _id: "tooth", title: "Dentist", start, end, timeZone, status: "done" };
  const by = { author: "person", cause: null } as const;
  await runQuery({ operation: "insertOne", collection: "schedule", data }, { agentId, by });
  const text = (await Array.fromAsync(calendarText(await allEvents(agentId), timeZone))).join("");
  expect(await bring(text)).toMatchObject({ added: 0, updated: 0, same: 1 });
  expect(await bring(text.replace("Dentist", "Doctor"))).toMatchObject({ added: 0, updated: 1, same: 0 });
  expect(await allEvents(agentId)).toMatchObject([{ _id: "tooth", title: "Doctor", status: "done" }]);
});

test("importAgentCalendar names invalid events by line and imports the rest", async () => {
  await expect(bring("hello")).rejects.toThrow("There is no event in this file");
  const text = file(
    ...event("UID:a", "SUMMARY:Fine", "DTSTART:20261101T100000Z"),
    ...event("UID:b", "SUMMARY:No start"),
    ...event("UID:c", "SUMMARY:Each second", "DTSTART:20261101T100000Z", "RRULE:FREQ=SECONDLY"),
    ...event("UID:d", "SUMMARY:Nowhere", "DTSTART;TZID=Mars/Olympus:20261101T100000"),
    ...event("UID:e", "SUMMARY:Backwards", "DTSTART:20261101T100000Z", "DTEND:20261101T090000Z"),
    ...["BEGIN:VEVENT", "UID:f"],
  );
  const { added, problems } = await bring(text);
  expect(added).toBe(1);
  expect(problems.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    expect.stringMatching(/^10 DTSTART is missing/),
    expect.stringMatching(/^15 .*rrule/),
    expect.stringMatching(/^22 .*Mars/),
    expect.stringMatching(/^28 .*ends before/),
    expect.stringMatching(/^35 The file ends/),
  ]);
});

const zoneNamed = (
  tzid: string,
  ...parts: [kind: string, start: string, from: string, to: string, rule: string][]
) => [
  ...["BEGIN:VTIMEZONE", `TZID:${tzid}`],
  ...parts.flatMap(([kind, start, from, to, rule]) => [
    ...[`BEGIN:${kind}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
    ...[...(rule ? [`RRULE:${rule}`] : []), `END:${kind}`],
  ]),
  "END:VTIMEZONE",
];
const EASTERN = (tzid: string) =>
  zoneNamed(
    tzid,
    ["STANDARD", "20071104T020000", "-0400", "-0500", "FREQ=YEARLY;BYDAY=1SU;BYMONTH=11"],
    ["DAYLIGHT", "20070311T020000", "-0500", "-0400", "FREQ=YEARLY;BYDAY=2SU;BYMONTH=3"],
  );
const firstOf = async (...lines: string[]) => {
  const [one] = await Array.fromAsync(readICalEvents(file(...lines)));
  return one;
};

test("importAgentCalendar uses the offsets that the file describes for a zone, even if its name means another zone", async () => {
  expect(
    await firstOf(...EASTERN("EST"), ...event("UID:a", "DTSTART;TZID=EST:20270701T100000")),
  ).toMatchObject({ event: { start: { $date: "2027-07-01T14:00:00Z" }, timeZone: "America/New_York" } });
  const london = zoneNamed(
    "GMT",
    ["DAYLIGHT", "19960331T010000", "+0000", "+0100", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"],
    ["STANDARD", "19961027T020000", "+0100", "+0000", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"],
  );
  expect(await firstOf(...london, ...event("UID:a", "DTSTART;TZID=GMT:20270705T150000"))).toMatchObject({
    event: { start: { $date: "2027-07-05T14:00:00Z" }, timeZone: "Europe/London" },
  });
});

test("importAgentCalendar uses the described offsets in the weeks between the clock changes of the described zone and of the zone with that name", async () => {
  const text = event(
    "UID:a",
    "DTSTART;TZID=Europe/Berlin:20270320T100000",
    "RRULE:FREQ=WEEKLY;COUNT=3",
    "EXDATE;TZID=Europe/Berlin:20270327T100000",
  );
  expect(await firstOf(...EASTERN("Europe/Berlin"), ...text)).toMatchObject({
    event: {
      start: { $date: "2027-03-20T14:00:00Z" },
      exdates: [{ $date: "2027-03-27T14:00:00Z" }],
      timeZone: "America/New_York",
    },
  });
});

test("importAgentCalendar accepts an unknown zone for a single event, and reports it for a series", async () => {
  const odd = zoneNamed(
    "Ship",
    ["STANDARD", "20200101T000000", "+0000", "+0500", ""],
    ["DAYLIGHT", "20200501T000000", "+0500", "+0900", "FREQ=YEARLY;BYMONTH=5;BYDAY=1SU"],
  );
  expect(await firstOf(...odd, ...event("UID:a", "DTSTART;TZID=Ship:20270601T100000"))).toMatchObject({
    event: { start: { $date: "2027-06-01T01:00:00Z" } },
  });
  const odder = zoneNamed("Ship", ["STANDARD", "20200101T000000", "+0000", "+0317", ""]);
  expect(
    await firstOf(...odder, ...event("UID:a", "DTSTART;TZID=Ship:20270601T100000", "RRULE:FREQ=DAILY")),
  ).toMatchObject({ problem: "No time zone matches Ship as the file describes it." });
});

test("importAgentCalendar uses the IANA zone of the same name if the file's zone starts after the event or is empty", async () => {
  const late = zoneNamed("Europe/Berlin", ["STANDARD", "20300101T000000", "+0500", "+0500", ""]);
  const summer = event("UID:a", "DTSTART;TZID=Europe/Berlin:20270701T100000");
  const berlin = { event: { start: { $date: "2027-07-01T08:00:00Z" }, timeZone: "Europe/Berlin" } };
  expect(await firstOf(...late, ...summer)).toMatchObject(berlin);
  expect(await firstOf(...zoneNamed("Europe/Berlin"), ...summer)).toMatchObject(berlin);
});

test("an event in forty years is exported and imported at the same time in the same zone", async () => {
  const far = {
    _id: "a",
    title: "Far",
    start: { $date: "2066-07-01T08:00:00Z" },
    timeZone: "Europe/Berlin",
  };
  const text = (await Array.fromAsync(calendarText([far], "UTC"))).join("");
  const [read] = await Array.fromAsync(readICalEvents(text));
  expect(read).toMatchObject({ event: { start: far.start, timeZone: far.timeZone } });
});

test("importAgentCalendar reports a zone with an endless or impossible rule as unknown", async () => {
  const rules = [
    "FREQ=SECONDLY",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=YEARLY;BYSECOND=1,2,3",
    "FREQ=\r\n SECONDLY",
  ];
  for (const rule of rules) {
    const zone = WINDOWS.map((line) => (line.startsWith("RRULE") ? `RRULE:${rule}` : line));
    const text = file(...zone, ...event("UID:a", "DTSTART;TZID=W. Europe Standard Time:20261020T090000"));
    expect((await bring(text)).problems).toMatchObject([{ reason: expect.stringContaining("is unknown") }]);
  }
});

test("readICalEvents lets other work run while it reads a large file, and reports a component of over 20,000 lines", async () => {
  const begins = "DTSTART;TZID=Europe/Berlin:20261101T100000";
  const all = Array.from({ length: 20_000 }, (_, n) => event(`UID:${n}`, begins, "RRULE:FREQ=WEEKLY"));
  const tooMany = Array.from({ length: 20_001 }, (_, n) => `X-A:${n}`);
  const text = ["BEGIN:VCALENDAR", all, "BEGIN:VEVENT", tooMany, "END:VEVENT"].flat(2).join("\r\n");
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const read = await Array.fromAsync(readICalEvents(text));
  isDone = true;
  expect(read.filter((one) => "event" in one)).toHaveLength(20_000);
  expect(read.at(-1)).toMatchObject({ problem: expect.stringContaining("more than 20,000 lines") });
  expect(turns).toBeGreaterThan(5);
});

test("an event that started decades ago is exported with all clock changes of its zone until now", async () => {
  const rule = "RRULE:FREQ=YEARLY";
  await bring(file(...event("UID:old", "DTSTART;TZID=Europe/Berlin:19900620T100000", rule)));
  const text = (await Array.fromAsync(calendarText(await allEvents(agentId), timeZone))).join("");
  expect(text).toMatch(new RegExp(`DTSTART:${new Date().getFullYear() + 1}03`));
});

test("importAgentCalendar keeps categories and URL for a later export, and counts unsupported properties by name", async () => {
  const start = "DTSTART:20261101T100000Z";
  const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", "END:VALARM"];
  const text = file(
    ...event(
      ...["UID:a", "SUMMARY:Launch", start, "SEQUENCE:2", "RRULE:FREQ=DAILY;COUNT=3", ...alarm],
      ...["CATEGORIES:Work,Big\\, loud", "CATEGORIES:Work", "URL:https://example.com/a?b=1"],
      ...["ORGANIZER:mailto:ada@example.com", "ATTENDEE:mailto:bob@example.com", "ATTENDEE:mailto:cy@a.de"],
    ),
    ...event(
      "UID:a",
      "SUMMARY:Moved",
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261102T100000Z",
      "DTSTART:20261102T120000Z",
    ),
    ...event("UID:b", "SUMMARY:Twice", start, "URL:https://a.example", "URL:https://b.example"),
    ...event("UID:c", "ATTENDEE:mailto:nobody@example.com"),
  );
  const expected = [
    { property: "ATTENDEE", count: 2 },
    { property: "ORGANIZER", count: 1 },
    { property: "VALARM", count: 1 },
    { property: "URL", count: 1 },
    { property: "RECURRENCE-ID;RANGE=THISANDFUTURE", count: 1 },
  ];
  const { left, ...report } = await bring(text);
  expect(report).toMatchObject({ added: 3, problemCount: 1, leftCount: 6 });
  expect(left).toEqual(expected);
  const [first] = (await allEvents(agentId)).filter(({ title }) => title === "Launch");
  expect(first).toMatchObject({ categories: ["Work", "Big, loud"], url: "https://example.com/a?b=1" });
  expect(await bring(text)).toMatchObject({ same: 3, left: expected });

  const by = { author: "person", cause: null } as const;
  const data = {
    _id: "x",
    title: "Trick",
    start: "2026-11-05",
    url: "https://a.example\r\nATTENDEE:mailto:b",
  };
  await runQuery({ operation: "insertOne", collection: "schedule", data }, { agentId, by });
  const out = (await Array.fromAsync(calendarText(await allEvents(agentId), timeZone))).join("");
  expect(out).toContain("URL:https://example.com/a?b=1");
  expect(out).not.toContain("ATTENDEE");
  const other = await newAgent();
  expect(await bring(out, other)).toMatchObject({ added: 4, leftCount: 0, problems: [] });
  const [again] = (await allEvents(other)).filter(({ title }) => title === "Launch");
  expect(again).toMatchObject({ categories: ["Work", "Big, loud"], url: "https://example.com/a?b=1" });
});

test("importAgentCalendar removes invisible characters from an event", async () => {
  const lines = [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "UID:1",
    "DTSTART:20260105T100000Z",
    "SUMMARY:Tea\u{e0061}\u202e 👩‍👧",
  ];
  const [found] = await Array.fromAsync(
    readICalEvents([...lines, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n")),
  );
  expect(found).toMatchObject({ event: { title: "Tea 👩‍👧" } });
});
