import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { makeDue } from "@/lib/store/data/calendars";
import { readCollection } from "@/lib/store/data/documents";
import { testDatabase } from "@/lib/store/testing/database";
import { calendarOf } from "../documents/calendar";
import { runQuery } from "../documents/query";
import type { StoredDocument } from "../documents/values";
import { addCalendarAccount, listCalendars, removeCalendarAccount } from "./accounts";
import { syncAccount } from "./sync";
import { calendarWith } from "./testing/agent";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => vi.stubEnv("EASEL_EGRESS_ALLOW", "127.0.0.1"));
afterAll(() => database.drop());

type Answer = (response: ServerResponse, headers: Record<string, unknown>) => void;
const by = { author: "agent", cause: null } as const;

/** Subscribes an agent to a file that `answer` serves. */
async function subscribe(answer: Answer) {
  const feed = { answer, requests: 0 };
  const server = createServer((request, response) => {
    feed.requests++;
    feed.answer(response, request.headers);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const agentId = await newAgent();
  const { id } = await addCalendarAccount(agentId, { kind: "feed", url, name: "Games", everyMinutes: 60 });
  const all = async () =>
    (await runQuery({ operation: "find", collection: "schedule" }, { agentId, by })).rows as StoredDocument[];
  const refresh = async () => {
    await makeDue({ agentId, id });
    await syncAccount({ agentId, id });
    const { accounts } = await listCalendars(agentId);
    const [account] = accounts;
    return { failure: account?.failure ?? null, problems: account?.sources[0]?.problems ?? [] };
  };
  return { feed, url, agentId, id, all, refresh };
}

const game = (uid: string, title: string, more: string[] = []) => [
  ...[`UID:${uid}`, `SUMMARY:${title}`, "DTSTART:20261201T180000Z", "DTEND:20261201T200000Z"],
  ...more,
];
const serve =
  (text: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": "text/calendar", ...headers }).end(text);

test("a subscription shows the events of its file, follows changes, and goes with its events", async () => {
  const { feed, url, agentId, id, all, refresh } = await subscribe(
    serve(calendarWith(game("1", "Home"), game("2", "Away")), { etag: '"one"' }),
  );
  expect(await refresh()).toEqual({ failure: null, problems: [] });
  expect((await all()).map(({ title }) => title)).toEqual(["Home", "Away"]);
  expect((await readCollection({ agentId, collection: "schedule" })).origins).toEqual([url]);
  const change = (filter: object) =>
    runQuery(
      {
        operation: "updateOne",
        collection: "schedule",
        filter: { ...filter },
        update: { $set: { title: "x" } },
      },
      { agentId, by },
    );
  await expect(change({ title: "Home" })).rejects.toThrow(
    "“Games” is a subscription, so it can only be read",
  );

  const version = (await readCollection({ agentId, collection: "schedule" })).version;
  feed.answer = (response, headers) => {
    expect(headers["if-none-match"]).toBe('"one"');
    response.writeHead(304).end();
  };
  expect(await refresh()).toEqual({ failure: null, problems: [] });
  feed.answer = serve(calendarWith(game("1", "Home again"), game("3", "Cup")));
  await refresh();
  expect((await all()).map(({ title }) => title)).toEqual(["Home again", "Cup"]);
  expect((await readCollection({ agentId, collection: "schedule" })).version).toBe(version + 1);
  await removeCalendarAccount(agentId, id, false);
  expect(await all()).toEqual([]);
});

test.each<[string, Answer, RegExp]>([
  [
    "of 50 MB",
    (response) => response.writeHead(200, { "content-length": 50_000_000 }).end("BEGIN"),
    /larger than 10 MB/,
  ],
  ["that is a web page", serve("<!doctype html>"), /does not begin with BEGIN:VCALENDAR/],
  [
    "at a private address",
    (response) => response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
    /redirects to http:\/\/10\.0\.0\.1.*/,
  ],
  ["that is gone", (response) => response.writeHead(404).end(), /does not return the calendar \(404\)/],
  ["that needs a password", (response) => response.writeHead(401).end(), /does not allow access/],
])("a file %s changes nothing and is reported in words", async (_what, answer, message) => {
  const { feed, all, refresh } = await subscribe(serve(calendarWith(game("1", "Home"))));
  await refresh();
  feed.answer = answer;
  expect((await refresh()).failure).toMatch(message);
  expect(await all()).toMatchObject([{ title: "Home" }]);
});

test("broken zones, doubled UIDs and rules without end are bounded, and the rest of the file is read", async () => {
  const { agentId, all, refresh } = await subscribe(
    serve(
      calendarWith(
        game("1", "First"),
        game("1", "Second"),
        ["UID:2", "SUMMARY:Nowhere", "DTSTART;TZID=Mars/Olympus:20261201T180000"],
        game("3", "Each second", ["RRULE:FREQ=SECONDLY"]),
        game("4", "Daily", ["RRULE:FREQ=DAILY"]),
        ["UID:5", "SUMMARY:No start"],
      ),
    ),
  );
  const { failure, problems } = await refresh();
  expect(failure).toBeNull();
  expect((await all()).map(({ title }) => title)).toEqual(["Second", "Daily"]);
  expect(problems.join(" ")).toMatch(/Mars\/Olympus.*|has the UID of another/);
  expect(problems).toHaveLength(4);
  const span = { from: "2126-01-01T00:00:00Z", to: "2126-01-03T00:00:00Z", timeZone: "UTC" };
  expect((await calendarOf(agentId, span)).occurrences.length).toBeLessThanOrEqual(2);
});

test("of a file with 30,000 events those nearest to today are stored, and the rest is reported", async () => {
  const day = (nth: number) =>
    new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10).replaceAll("-", "");
  const events = Array.from({ length: 30_000 }, (_, nth) => [
    `UID:${nth}`,
    `SUMMARY:${nth}`,
    `DTSTART;VALUE=DATE:${day(nth % 3_000)}`,
  ]);
  const { agentId, refresh } = await subscribe(serve(calendarWith(...events)));
  const { problems } = await refresh();
  expect(problems).toHaveLength(2);
  expect(problems.join(" ")).toMatch(
    /more than 20,000 events.*5,000 nearest|5,000 nearest.*more than 20,000 events/,
  );
  const count = await runQuery({ operation: "countDocuments", collection: "schedule" }, { agentId, by });
  expect(count).toEqual({ count: 5_000 });
}, 60_000);
