import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as many from "@/app/api/documents/[collection]/route";
import * as address from "@/app/api/documents/calendar-address/route";
import { newAgent } from "@/lib/code/history/testing/agents";
import { allEvents, calendarOf } from "@/lib/data/documents/calendar";
import { importAgentCalendar } from "@/lib/data/documents/calendar-import";
import { closeAll } from "@/lib/ground/base/process";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import * as feed from "./[name]/route";

const ADDRESS = /^http:\/\/localhost:3000\/calendar\/([\w-]{43})\.ics$/;
const dentist = {
  ...{ _id: "tooth", title: "Dentist", start: "2026-11-24T09:00:00", end: "2026-11-24T09:30:00" },
  ...{ timeZone: "Europe/Berlin", rrule: "FREQ=WEEKLY;COUNT=3", notes: "Root\ncanal" },
};

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql()`delete from calendar_addresses`;
  await sql()`delete from document_collections`;
});
afterEach(() => vi.unstubAllEnvs());

const { GET, POST, DELETE } = address;
async function ask(method: "GET" | "POST" | "DELETE") {
  const handler = { GET, POST, DELETE }[method];
  const response = await handler(testRequest("/api/documents/calendar-address", { method }));
  return response.status === 204 ? null : (await response.json()).address;
}
const read = (url: string, headers: Record<string, string> = {}, method = "GET") => {
  const { pathname } = new URL(url);
  const params = Promise.resolve({ name: decodeURIComponent(pathname.split("/").at(-1) ?? "") });
  return feed.GET(testRequest(pathname, { method, headers }), { params });
};
const store = (document: object) =>
  many.POST(testRequest("/api/documents/schedule", { method: "POST", body: document }), {
    params: Promise.resolve({ collection: "schedule" }),
  });

test("creates an address once, returns it again, and creates another after revocation", async () => {
  expect(await ask("GET")).toBeNull();
  const made = await ask("POST");
  expect(made.url).toMatch(ADDRESS);
  expect(await ask("POST")).toEqual(made);
  expect(await ask("GET")).toEqual(made);
  await ask("DELETE");
  expect(await ask("GET")).toBeNull();
  expect((await ask("POST")).url).not.toBe(made.url);
});

test("creates a single address for concurrent requests", async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => ask("POST")));
  expect(new Set(made.map(({ url }) => url)).size).toBe(1);
  expect((await read(made[0].url)).status).toBe(200);
});

test("stores only a hash of the token", async () => {
  const { url } = await ask("POST");
  const [, token = ""] = ADDRESS.exec(url) ?? [];
  const rows = await sql()`select * from calendar_addresses`;
  expect(Object.keys(rows[0] ?? {})).toEqual(["agent_id", "id", "token_hash", "created_at"]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("serves the schedule without a session, and it can be imported unchanged", async () => {
  expect((await store(dentist)).status).toBe(201);
  const { url } = await ask("POST");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  await closeAll();
  const response = await read(url);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
  });
  expect((await address.GET(testRequest("/api/documents/calendar-address"))).status).toBe(401);
  vi.unstubAllEnvs();
  await closeAll();
  const other = await newAgent();
  await importAgentCalendar(other, { icalendar: await response.text() });
  const span = { from: "2026-11-01T00:00:00Z", to: "2027-01-01T00:00:00Z", timeZone: "Europe/Berlin" };
  const seen = async (agent: string) =>
    (await calendarOf(agent, span)).occurrences.map(({ start, end }) => [start, end]);
  expect(await seen(other)).toEqual(await seen(await resolveAgent(undefined)));
  expect(await allEvents(other)).toMatchObject([{ title: "Dentist", notes: "Root\ncanal" }]);
});

test("returns 304 until events, time zone or address change", async () => {
  const { url } = await ask("POST");
  const tagOf = async () => (await read(url)).headers.get("etag") ?? "";
  const first = await tagOf();
  for (const etags of [first, first.slice(2), `"other", ${first}`, "*"]) {
    const same = await read(url, { "if-none-match": etags });
    expect([same.status, await same.text(), same.headers.get("etag")]).toEqual([304, "", first]);
  }
  await store(dentist);
  const second = await tagOf();
  expect((await read(url, { "if-none-match": first })).status).toBe(200);
  await changeSetting(await resolveAgent(undefined), "general", { timeZone: "Asia/Tokyo" });
  const third = await tagOf();
  expect(new Set([first, second, third]).size).toBe(3);
  const head = await read(url, {}, "HEAD");
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, third, ""]);
});

test("returns the same 404 for a revoked and an unknown address", async () => {
  const { url } = await ask("POST");
  await ask("DELETE");
  const unknown = `http://localhost:3000/calendar/${"A".repeat(43)}.ics`;
  const [revoked, ...others] = await Promise.all(
    [url, unknown, "http://localhost:3000/calendar/x", `${unknown}.ics`].map(async (each) =>
      answer(await read(each, { "if-none-match": "*" })),
    ),
  );
  expect(revoked).toMatchObject({ status: 404, error: { code: "not_found" } });
  for (const other of others) expect(other).toEqual(revoked);
});

test("returns 405 for methods other than GET and HEAD", async () => {
  const { url } = await ask("POST");
  for (const [method, handler] of Object.entries({ POST: feed.POST, PUT: feed.PUT, DELETE: feed.DELETE })) {
    const response = await handler(testRequest(new URL(url).pathname, { method }));
    expect([response.status, response.headers.get("allow")]).toEqual([405, "OPTIONS, GET, HEAD"]);
  }
});

test("a changed EASEL_SECRET invalidates the address, and a new one can be created", async () => {
  const { url } = await ask("POST");
  vi.stubEnv("EASEL_SECRET", "another horse battery");
  await closeAll();
  expect(await ask("GET")).toBeNull();
  expect((await read(url)).status).toBe(404);
  const made = await ask("POST");
  expect((await read(made.url)).status).toBe(200);
  expect((await read(url)).status).toBe(404);
  vi.unstubAllEnvs();
  await closeAll();
});
