import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { NewRequest } from "@/lib/store/activity/requests";
import { resolveAgent } from "@/lib/store/agents/agents";
import { type Notice, subscribe } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { type RequestRecord, recordRequest } from "./record";
import { RequestLog, requestLog } from "./request-log";

const database = await testDatabase();
let agentId: string;

beforeAll(async () => {
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const request = (over: Partial<RequestRecord> = {}): RequestRecord => ({
  caller: { agentId },
  via: "fetch",
  method: "get",
  url: "https://example.com/a",
  ms: 12.6,
  verdict: "allowed",
  ...over,
});
const stored = () =>
  sql()`select conversation_id as conversation, tool, via, method, url, host, address, status, received::int, ms, verdict,
    reason from requests order by id`;

test("the request log notifies open audit views after storing", async () => {
  const notices: Notice[] = [];
  const leave = subscribe((notice) => notices.push(notice));
  recordRequest(request({ url: "https://example.com/told" }));
  await expect.poll(() => notices).toEqual([{ type: "requests", agent: agentId }]);
  expect((await stored()).map(({ url }) => url)).toContain("https://example.com/told");
  leave();
  await sql()`delete from requests`;
});

test("the request log stores records in order, the remaining ones at shutdown", async () => {
  const conversationId = randomUUID();
  await sql()`insert into conversations (id, agent_id, identity) values (${conversationId}, ${agentId}, '')`;
  recordRequest(
    request({ status: 200, received: 5, caller: { agentId, conversationId, tool: "fetch_url" } }),
  );
  recordRequest(
    request({ via: "connection", url: "Example.com:443", caller: { agentId, conversationId: randomUUID() } }),
  );
  recordRequest(
    request({
      verdict: "refused",
      address: "10.0.0.1",
      reason: "https://a.b/?key=1 is Bearer abcdefghijkl\0",
      url: "http://me:pw@a.b/?key=1#x",
    }),
  );
  recordRequest(request({ caller: { agentId: "nobody" } }));
  recordRequest(request({ caller: { agentId: randomUUID() } }));
  await requestLog().close();
  expect(await stored()).toEqual([
    expect.objectContaining({
      conversation: conversationId,
      tool: "fetch_url",
      method: "GET",
      status: 200,
      received: 5,
      ms: 13,
    }),
    expect.objectContaining({
      conversation: null,
      via: "connection",
      url: "Example.com:443",
      host: "example.com",
    }),
    expect.objectContaining({
      url: "http://a.b/?key=…",
      host: "a.b",
      address: "10.0.0.1",
      reason: "https://a.b/?key=… is Bearer [hidden]�",
    }),
  ]);
});

test("recordRequest never throws for any record", () => {
  for (const url of [
    "",
    "\0",
    "\ud800",
    "//",
    "http://[",
    "x".repeat(100_000),
    "data:,a",
    "javascript:alert(1)",
  ])
    expect(() => recordRequest(request({ url, ms: Number.NaN, received: -1, status: 1e20 }))).not.toThrow();
});

const logOf = (insert: (rows: readonly NewRequest[]) => Promise<void>) =>
  new RequestLog({ insert, tidy: async () => {} });
const row = (n: number) => ({ url: `${n}` }) as NewRequest;

test("the request log queues records in order while the database is unavailable, and drops only the oldest", async () => {
  vi.useFakeTimers();
  const storedUrls: string[] = [];
  let isAway = true;
  const log = logOf(async (rows) => {
    if (isAway) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" });
    storedUrls.push(...rows.map(({ url }) => url));
  });
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  for (let n = 0; n < 5_300; n++) log.add(row(n));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(storedUrls).toEqual([]);
  expect(stderr).toHaveBeenCalledTimes(1);
  isAway = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(storedUrls).toEqual(Array.from({ length: 5_000 }, (_, n) => `${n + 300}`));
  expect(stderr.mock.calls.map(([line]) => line).join("")).toMatch(/lost=300/);
  stderr.mockRestore();
  vi.useRealTimers();
});

test("the request log drops a batch that the database rejects, and continues", async () => {
  vi.useFakeTimers();
  const storedUrls: string[] = [];
  const log = logOf(async (rows) => {
    if (rows.some(({ url }) => url === "0")) throw new Error("no");
    storedUrls.push(...rows.map(({ url }) => url));
  });
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  for (let n = 0; n < 250; n++) log.add(row(n));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(storedUrls).toHaveLength(50);
  stderr.mockRestore();
  vi.useRealTimers();
});
