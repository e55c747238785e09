import { Temporal } from "temporal-polyfill";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { testDatabase } from "@/lib/store/testing/database";
import { eventsOfContact } from "./contact-events";
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

const by = { author: "person", cause: null } as const;
const timeZone = "UTC";
const today = Temporal.Now.plainDateISO(timeZone);
const at = (days: number) => `${today.add({ days })}T12:00:00Z`;
const start = (days: number) => ({ start: { $date: at(days) } });
const add = (...data: Record<string, unknown>[]) =>
  runQuery({ operation: "insertMany", collection: "schedule", data }, { agentId, by });
const seen = async (contact: string) => {
  const { events, total } = await eventsOfContact(agentId, { contact, timeZone });
  return { total, events: events.map(({ title, start, isOver }) => [title, start, isOver]) };
};

test("eventsOfContact lists upcoming events first, soonest on top, then past ones, and none of other contacts", async () => {
  await add(
    ...[
      { title: "Past", ...start(-9), contactId: "ada" },
      { title: "Long past", ...start(-900), contactId: "ada" },
      { title: "Far", ...start(900), contactId: "ada" },
      { title: "Near", ...start(3), contactId: "ada" },
      { title: "Holiday", start: String(today), contactId: "ada" },
      { title: "Other", ...start(1), contactId: "bob" },
      { title: "Of a number", ...start(1), contactId: 7 },
      { title: "Alone", ...start(1) },
    ],
  );
  expect(await seen("ada")).toEqual({
    total: 5,
    events: [
      ...[["Holiday", String(today), false]],
      ...[
        ["Near", at(3), false],
        ["Far", at(900), false],
      ],
      ...[
        ["Past", at(-9), true],
        ["Long past", at(-900), true],
      ],
    ],
  });
  expect((await seen("7")).events).toEqual([["Of a number", at(1), false]]);
  expect(await seen("nobody")).toEqual({ total: 0, events: [] });
});

test("eventsOfContact lists a series once: its next instance, without those moved to another contact, or else its last one", async () => {
  const daily = { ...start(-1), contactId: "ada", timeZone };
  await add(
    { _id: "run", title: "Run", ...daily, rrule: "FREQ=DAILY;INTERVAL=2" },
    { title: "Run, moved", ...start(2), seriesId: "run", originalStart: { $date: at(1) }, contactId: "bob" },
    { title: "Course", ...daily, ...start(-5), rrule: "FREQ=DAILY;COUNT=3" },
  );
  expect((await seen("ada")).events).toEqual([
    ["Run", at(3), false],
    ["Course", at(-3), true],
  ]);
  expect((await seen("bob")).events).toEqual([["Run, moved", at(2), false]]);
});

test("eventsOfContact lists the eight nearest events and the total number", async () => {
  await add(
    ...Array.from({ length: 30 }, (_, n) => ({ title: `Tea ${n}`, ...start(30 - n), contactId: "ada" })),
  );
  const { total, events } = await seen("ada");
  expect([total, events.length, events[0]]).toEqual([30, 8, ["Tea 29", at(1), false]]);
});
