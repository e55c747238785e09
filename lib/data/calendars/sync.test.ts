import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { readCollection } from "@/lib/store/data/documents";
import { testDatabase } from "@/lib/store/testing/database";
import { whyRemote } from "../documents/ask-remote";
import { changeCalendarEvent } from "../documents/event-change";
import { runQuery } from "../documents/query";
import { undoByUser, writeAsUser } from "../documents/user";
import type { DocumentsQuery } from "../documents/work";
import { changeCalendarAccount, listCalendars, offersOfAccount, removeCalendarAccount } from "./accounts";
import { listConflicts, resolveConflict } from "./conflicts";
import { syncAccount } from "./sync";
import { calendarWith, startAccount } from "./testing/agent";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => vi.stubEnv("EASEL_EGRESS_ALLOW", "127.0.0.1"));
afterAll(() => database.drop());

async function start() {
  const account = await startAccount();
  onTestFinished(() => account.server.stop());
  return account;
}

const DENTIST = calendarWith([
  ...["UID:tooth", "SUMMARY:Dentist", "DTSTART:20261201T090000Z", "DTEND:20261201T100000Z"],
  ...["ATTENDEE;CN=Koch;PARTSTAT=ACCEPTED:mailto:koch@example.com", "X-ROOM:4"],
  ...["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Now", "TRIGGER:-PT15M", "END:VALARM"],
]);
const move = { $set: { start: { $date: "2026-12-02T09:00:00Z" }, end: { $date: "2026-12-02T10:00:00Z" } } };

test("discovery finds calendars and address books by the address of the server", async () => {
  const { offers } = await start();
  expect(offers.map(({ kind, name }) => [kind, name])).toEqual([
    ["events", "Work"],
    ["contacts", "People"],
  ]);
});

test("events of the server appear here with its origin, and changes in both directions arrive once", async () => {
  const { server, agentId, sync, all, run, sourceOf } = await start();
  server.put("work", "tooth.ics", DENTIST);
  expect(await sync()).toBeNull();
  const [event] = await all();
  const { id } = await sourceOf("events");
  expect(event).toMatchObject({ title: "Dentist", uid: "tooth", calendar: id });
  expect((await readCollection({ agentId, collection: "schedule" })).origins).toEqual([server.url]);

  await run("schedule", "updateOne", { filter: { title: "Dentist" }, update: move });
  expect(await sync()).toBeNull();
  const [sent = ""] = server.all("work");
  expect(sent).toContain("DTSTART:20261202T090000Z");
  for (const kept of ["X-ROOM:4", "PARTSTAT=ACCEPTED", "TRIGGER:-PT15M", "PRODID:-//Other//Program//EN"])
    expect(sent).toContain(kept);

  server.put("work", "tooth.ics", sent.replace("Dentist", "Dentist again"));
  await sync();
  expect((await all()).map(({ title }) => title)).toEqual(["Dentist again"]);

  await run("schedule", "insertOne", {
    data: { title: "Lunch", start: "2026-12-03", allDay: true, calendar: id },
  });
  await sync();
  expect(server.all("work").filter((raw) => raw.includes("DTSTART;VALUE=DATE:20261203"))).toHaveLength(1);
  const before = server.requests.length;
  await sync();
  expect(server.requests.slice(before).filter(({ method }) => method === "PUT")).toEqual([]);

  server.remove("work", "tooth.ics");
  await run("schedule", "deleteOne", { filter: { title: "Lunch" } });
  await sync();
  expect([await all(), server.all("work")]).toEqual([[], []]);
});

test("a changed and a deleted instance of a series keep their meaning in both directions", async () => {
  const { server, agentId, sync, all } = await start();
  const zone = "Europe/Berlin";
  const series = [
    ...[
      "UID:team",
      "SUMMARY:Team",
      `DTSTART;TZID=${zone}:20261006T090000`,
      `DTEND;TZID=${zone}:20261006T100000`,
    ],
    ...["RRULE:FREQ=WEEKLY", `EXDATE;TZID=${zone}:20261013T090000`, "CLASS:PRIVATE"],
  ];
  const instance = [
    ...["UID:team", "SUMMARY:Team in room 5", `RECURRENCE-ID;TZID=${zone}:20261020T090000`],
    ...[`DTSTART;TZID=${zone}:20261020T110000`, `DTEND;TZID=${zone}:20261020T120000`],
  ];
  server.put("work", "team.ics", calendarWith(series, instance));
  await sync();
  const [first, second] = await all();
  expect(first).toMatchObject({ timeZone: zone, exdates: [{ $date: "2026-10-13T07:00:00.000Z" }] });
  expect(second).toMatchObject({
    seriesId: first?._id,
    originalStart: { $date: "2026-10-20T07:00:00.000Z" },
  });

  const change = { timeZone: zone, scope: "this" } as const;
  if (!first) throw new Error("There is no series");
  const original = "2026-10-27T08:00:00Z";
  await changeCalendarEvent(agentId, { ...change, was: first, original, set: { title: "Team at home" } });
  await changeCalendarEvent(agentId, { ...change, was: first, original: "2026-11-03T08:00:00Z" });
  expect(await sync()).toBeNull();
  const [sent = ""] = server.all("work");
  expect(sent.match(/BEGIN:VEVENT/g)).toHaveLength(3);
  expect(sent).toContain("SUMMARY:Team at home");
  expect(sent).toMatch(/RECURRENCE-ID;TZID=Europe\/Berlin:20261027T090000/);
  expect(sent).toMatch(/EXDATE;TZID=Europe\/Berlin:20261103T090000/);
  expect(sent.match(/CLASS:PRIVATE/g)).toHaveLength(2);
  expect(sent).toContain("BEGIN:VTIMEZONE");

  const now = (await all()).map(({ title }) => title);
  await sync();
  expect((await all()).map(({ title }) => title)).toEqual(now);
});

test.each(["mine", "theirs"] as const)(
  "a conflict shows both versions, and %s is kept on both sides while the other is in the history",
  async (keep) => {
    const { server, agentId, sync, all, run } = await start();
    server.put("work", "tooth.ics", DENTIST);
    await sync();
    await run("schedule", "updateOne", { filter: {}, update: { $set: { title: "Mine" } } });
    server.put("work", "tooth.ics", DENTIST.replace("SUMMARY:Dentist", "SUMMARY:Theirs"));
    await sync();
    await sync();
    const [conflict] = await listConflicts(agentId);
    expect(conflict).toMatchObject({
      mine: { title: "Mine", fields: [{ name: "title", value: "Mine" }] },
      theirs: { title: "Theirs", fields: [{ name: "title", value: "Theirs" }] },
    });
    expect(await all()).toMatchObject([{ title: "Mine" }]);
    if (!conflict) throw new Error("There is no conflict");
    await resolveConflict(agentId, { sourceId: conflict.sourceId, href: conflict.href, keep });
    expect(await sync()).toBeNull();
    const title = keep === "mine" ? "Mine" : "Theirs";
    expect(await all()).toMatchObject([{ title }]);
    expect(server.all("work")).toMatchObject([expect.stringContaining(`SUMMARY:${title}`)]);
    expect(await listConflicts(agentId)).toEqual([]);
  },
);

test.each([
  ["here", "mine", 0],
  ["here", "theirs", 1],
  ["there", "mine", 1],
  ["there", "theirs", 0],
] as const)(
  "an event deleted %s and changed on the other side is a conflict (%s)",
  async (where, keep, left) => {
    const { server, agentId, sync, all, run } = await start();
    server.put("work", "tooth.ics", DENTIST);
    await sync();
    if (where === "here") {
      await run("schedule", "deleteMany", { filter: {} });
      server.put("work", "tooth.ics", DENTIST.replace("Dentist", "Changed"));
    } else {
      await run("schedule", "updateOne", { filter: {}, update: { $set: { title: "Changed" } } });
      server.remove("work", "tooth.ics");
    }
    await sync();
    const [conflict] = await listConflicts(agentId);
    if (!conflict) throw new Error("There is no conflict");
    await resolveConflict(agentId, { sourceId: conflict.sourceId, href: conflict.href, keep });
    await sync();
    await sync();
    expect([(await all()).length, server.all("work").length]).toEqual([left, left]);
    if (left === 1) expect(server.all("work")[0]).toContain("X-ROOM:4");
  },
);

const XMLNS = 'xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns"';
test.each([
  [403, `<d:error ${XMLNS}><d:need-privileges/></d:error>`, ": need-privileges"],
  [412, "", "."],
  [
    507,
    `<d:error ${XMLNS}><s:exception>Full</s:exception><s:message>No space</s:message></d:error>`,
    ": No space",
  ],
])(
  "a change that the server refuses with %d is kept here with its words until the user decides",
  async (status, body, words) => {
    const { server, agentId, sync, all, run, sourceOf } = await start();
    server.put("work", "tooth.ics", DENTIST);
    await sync();
    const { id } = await sourceOf("events");
    const choose = async (keep: "mine" | "theirs") => {
      const [one] = await listConflicts(agentId);
      if (!one) throw new Error("Nothing is refused");
      await resolveConflict(agentId, { sourceId: one.sourceId, href: one.href, keep });
    };
    const titles = async () => (await all()).map(({ title }) => title).sort();
    server.trouble = ({ method }) => (method === "PUT" ? { status, body } : undefined);
    await run("schedule", "updateOne", { filter: {}, update: { $set: { title: "Mine" } } });
    expect(await sync()).toBeNull();
    expect(await sync()).toBeNull();
    const [event] = await all();
    const refusal = `${new URL(server.url).host} refuses this change (${status})${words}`;
    expect(await listConflicts(agentId)).toMatchObject([
      {
        refusal,
        mine: { title: "Mine" },
        theirs: { title: "Dentist" },
        documents: [JSON.stringify(event?._id)],
      },
    ]);
    expect(await sourceOf("events")).toMatchObject({ conflicts: 0, refusals: 1 });
    await choose("theirs");
    await sync();
    expect([await titles(), await listConflicts(agentId)]).toEqual([["Dentist"], []]);

    await run("schedule", "insertOne", {
      data: { title: "New", start: "2026-12-03", allDay: true, calendar: id },
    });
    await sync();
    expect(await listConflicts(agentId)).toMatchObject([{ refusal, mine: { title: "New" }, theirs: null }]);
    server.trouble = () => undefined;
    await choose("mine");
    expect(await sync()).toBeNull();
    expect([await titles(), server.all("work").length]).toEqual([["Dentist", "New"], 2]);
    expect(await listConflicts(agentId)).toEqual([]);
  },
);

test("an account offers calendars that were created later, and adds the chosen ones", async () => {
  const { server, agentId, id, sync, all } = await start();
  expect(await offersOfAccount(agentId, id)).toEqual({ offers: [] });
  server.add("fun", "calendar", "Fun");
  server.put("fun", "tooth.ics", DENTIST);
  const { offers } = await offersOfAccount(agentId, id);
  expect(offers).toMatchObject([{ kind: "events", name: "Fun" }]);
  await changeCalendarAccount(agentId, id, { add: offers });
  expect(await sync()).toBeNull();
  expect(await all()).toMatchObject([{ title: "Dentist" }]);
  await expect(changeCalendarAccount(agentId, id, { add: offers })).rejects.toThrow(/^add: .* already/);
});

test("a server that dies after it stored a new event leaves no duplicate", async () => {
  const { server, sync, all, run, sourceOf } = await start();
  const { id } = await sourceOf("events");
  await run("schedule", "insertOne", {
    data: { title: "Once", start: { $date: "2026-12-01T09:00:00Z" }, calendar: id },
  });
  server.trouble = ({ method }) => (method === "PUT" ? "cut" : undefined);
  expect(await sync()).toMatch(/disconnected|closed/);
  expect(server.all("work")).toHaveLength(1);
  server.trouble = () => undefined;
  expect(await sync()).toBeNull();
  expect([server.all("work").length, (await all()).length]).toEqual([1, 1]);
  await run("schedule", "updateOne", { filter: {}, update: { $set: { title: "Twice" } } });
  server.trouble = ({ method }) => (method === "PUT" ? "cut" : undefined);
  await sync();
  server.trouble = () => undefined;
  expect(await sync()).toBeNull();
  expect(server.all("work")).toMatchObject([expect.stringContaining("SUMMARY:Twice")]);
});

test("a token that the server forgot, and a server without sync-collection, lead to a comparison of all etags", async () => {
  const { server, sync, all } = await start();
  server.put("work", "tooth.ics", DENTIST);
  await sync();
  server.remove("work", "tooth.ics");
  server.put("work", "other.ics", DENTIST.replaceAll("tooth", "other"));
  server.forgetTokens();
  expect(await sync()).toBeNull();
  expect((await all()).map(({ uid }) => uid)).toEqual(["other"]);
  server.hasSync = false;
  server.remove("work", "other.ics");
  expect(await sync()).toBeNull();
  expect(await all()).toEqual([]);
});

test("two servers do not synchronise an account at the same time, and a failure is shown with its time", async () => {
  const { server, agentId, id, sync } = await start();
  await sync();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.trouble = () => {
    release();
    return undefined;
  };
  const first = syncAccount({ agentId, id });
  await held;
  expect(await syncAccount({ agentId, id })).toBe(false);
  expect(await first).toBe(true);
  server.trouble = () => 503;
  expect(await sync()).toMatch(/answers with an error \(503\)/);
  const { accounts } = await listCalendars(agentId);
  expect(accounts[0]?.syncedAt).not.toBeNull();
  server.trouble = () => undefined;
  server.login.password = "other";
  expect(await sync()).toMatch(/rejects the user name or the password/);
});

test("a contact keeps its photo and unknown properties, and a number that another contact has is kept as a further one", async () => {
  const { server, sync, all, run } = await start();
  await run("contacts", "insertOne", { data: { name: "Ada", phone: "+49 30 1" } });
  const card = [
    ...[
      "BEGIN:VCARD",
      "VERSION:3.0",
      "UID:koch",
      "FN:Dr. Koch",
      "N:Koch;;;Dr.;",
      "TEL;TYPE=CELL,VOICE:+49 30 1",
    ],
    ...["item1.EMAIL;TYPE=INTERNET:koch@example.com", "item1.X-ABLabel:Praxis"],
    ...["PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRg==", "X-SHOE-SIZE:43", "END:VCARD", ""],
  ].join("\r\n");
  server.put("people", "koch.vcf", card);
  expect(await sync()).toBeNull();
  const koch = (await all("contacts")).find(({ uid }) => uid === "koch");
  expect(koch).toMatchObject({
    name: "Dr. Koch",
    phones: [{ value: "+49 30 1" }],
    email: "koch@example.com",
  });
  await run("contacts", "updateOne", { filter: { uid: "koch" }, update: { $set: { company: "Clinic" } } });
  expect(await sync()).toBeNull();
  const [sent = ""] = server.all("people");
  for (const line of [
    "ORG:Clinic",
    "X-SHOE-SIZE:43",
    "/9j/4AAQSkZJRg==",
    "Praxis",
    "TYPE=CELL,VOICE",
    "N:Koch",
  ])
    expect(sent.replaceAll("\r\n ", "")).toContain(line);
  const before = server.requests.length;
  await sync();
  expect(server.requests.slice(before).some(({ method }) => method === "PUT")).toBe(false);
});

test.each([true, false])(
  "after removing the account, its events stay: %s, and the server keeps all",
  async (keep) => {
    const { server, agentId, id, sync, all } = await start();
    server.put("work", "tooth.ics", DENTIST);
    await sync();
    await removeCalendarAccount(agentId, id, keep);
    expect((await all()).map(({ calendar }) => calendar)).toEqual(keep ? [undefined] : []);
    expect(server.all("work")).toHaveLength(1);
  },
);

test("if most events are missing here, none is deleted on the server, until they are restored", async () => {
  const { server, agentId, sync, all } = await start();
  for (let nth = 0; nth < 30; nth++)
    server.put("work", `${nth}.ics`, DENTIST.replaceAll("tooth", `tooth-${nth}`));
  await sync();
  const { revision = "" } = await writeAsUser(agentId, {
    ...{ operation: "deleteMany", collection: "schedule", filter: {} },
  });
  expect(await sync()).toMatch(/30 of 30 entries of “Work” are missing here/);
  expect(server.all("work")).toHaveLength(30);
  await undoByUser(agentId, revision);
  expect(await sync()).toBeNull();
  expect((await all()).length).toBe(30);
});

test.each([
  ["ask", "It changes 1 event of “Work” at "],
  ["allow", null],
  ["deny", null],
] as const)("a change by the agent follows the account's setting %s", async (agentChanges, why) => {
  const { server, agentId, id, sync, all } = await start();
  server.put("work", "tooth.ics", DENTIST);
  await sync();
  await changeCalendarAccount(agentId, id, { agentChanges });
  const query: DocumentsQuery = {
    operation: "updateOne",
    collection: "schedule",
    filter: { title: "Dentist" },
    update: { $set: { title: "Agent's" } },
  };
  expect(await whyRemote(query, agentId)).toEqual(why && expect.stringContaining(why));
  expect(await whyRemote({ ...query, filter: { title: "Nothing" } }, agentId)).toBeNull();
  const change = runQuery(query, { agentId, by: { author: "agent", cause: null } });
  if (agentChanges === "deny")
    await expect(change).rejects.toThrow("does not allow the agent to change “Work”");
  else await change;
  expect((await all())[0]?.title).toBe(agentChanges === "deny" ? "Dentist" : "Agent's");
});

test("a change that the server refuses is reported, and nothing is lost here", async () => {
  const { server, sync, all, run } = await start();
  server.put("work", "tooth.ics", DENTIST);
  await sync();
  server.trouble = ({ method }) => (method === "PUT" ? 403 : undefined);
  await run("schedule", "updateOne", { filter: {}, update: { $set: { title: "Mine" } } });
  expect(await sync()).toBeNull();
  expect(await all()).toMatchObject([{ title: "Mine" }]);
  server.trouble = () => undefined;
  await sync();
  expect(server.all("work")[0]).toContain("SUMMARY:Mine");
});
