import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { awayView } from "@/lib/shared/away";
import { resolveAgent } from "@/lib/store/agents/agents";
import { writeText } from "@/lib/store/agents/identity";
import { sql } from "@/lib/store/db";
import { begin } from "@/lib/store/loop/runs";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { DELETE, GET, POST } from "./route";

const database = await testDatabase();
let agentId: string;

beforeAll(async () => {
  agentId = await resolveAgent();
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ["settings", "job_runs", "model_calls", "conversations"])
    await sql().unsafe(`delete from ${table}`);
});

const look = async () => (await answer(await POST(testRequest("/api/away", { method: "POST" })))).since;
const away = async (since: string) =>
  awayView.parse(await (await GET(testRequest(`/api/away?since=${encodeURIComponent(since)}`))).json());
const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();

async function conversation(origin: "chat" | "job"): Promise<string> {
  const id = randomUUID();
  await begin({ agentId, conversationId: id, message: { id: "m", parts: [] }, title: "Plan" });
  await sql()`update conversations set origin = ${origin} where id = ${id}`;
  return id;
}
const cause = (conversationId: string) => ({ conversationId, messageId: "m", runId: "r", toolCallId: "t" });
async function note(text: string, conversationId: string): Promise<string | undefined> {
  await writeText(agentId, "learned_notes", () => text, {
    author: "agent",
    cause: cause(conversationId),
  });
  return (await listRevisions(agentId, { kind: "learned_notes" })).revisions[0]?.id;
}

test("an absence starts at the last visit and lasts until dismissed; short ones do not count", async () => {
  expect(await look()).toBeNull();
  expect(await look()).toBeNull();
  await sql()`update settings set value = json_build_object('at', now() - interval '2 hours') where key = 'visit'`;
  const since = await look();
  expect(Date.now() - Date.parse(since)).toBeGreaterThan(7_000_000);
  expect(await look()).toBe(since);
  expect((await DELETE(testRequest("/api/away", { method: "DELETE" }))).status).toBe(200);
  expect(await look()).toBeNull();
});

test("concurrent visits of several tabs return the same absence", async () => {
  await look();
  await sql()`update settings set value = json_build_object('at', now() - interval '2 hours') where key = 'visit'`;
  expect(new Set(await Promise.all(Array.from({ length: 8 }, look))).size).toBe(1);
});

test("returns 422 naming `since` when it is missing or invalid", async () => {
  for (const query of ["", "?since=yesterday"])
    expect(await answer(await GET(testRequest(`/api/away${query}`)))).toMatchObject({
      status: 422,
      error: { details: [{ path: "since" }] },
    });
});

test("an absence does not list the user's own changes and model calls", async () => {
  const talk = await conversation("chat");
  await note("They like tea.", talk);
  await sql()`insert into model_calls (agent_id, model, input_tokens, cached_tokens, output_tokens, cost)
    values (${agentId}, 'm', 1, 0, 1, 1)`;
  expect(await away(HOUR_AGO)).toMatchObject({ runs: [], changes: [], cost: null, tokens: 0, isCut: false });
});

test("an absence counts job runs by job with their cost, and excludes runs that were due before the absence", async () => {
  const id = await conversation("job");
  const job = randomUUID();
  const run = (minutes: number, status: string, cost: number | null) => sql()`
    insert into job_runs (agent_id, kind, job_id, due_at, status, cost, conversation_id)
    values (${agentId}, 'cron', ${job}, now() - ${minutes}::int * interval '1 minute', ${status}, ${cost}, ${id})`;
  await run(10, "completed", 0.25);
  await run(20, "completed", 0.5);
  await run(30, "failed", null);
  await run(90, "completed", 9);
  await sql()`insert into model_calls (agent_id, model, input_tokens, cached_tokens, output_tokens, cost, unattended)
    values (${agentId}, 'm', 100, 0, 20, 0.75, true)`;
  const { runs, cost, tokens } = await away(HOUR_AGO);
  expect(runs).toHaveLength(1);
  expect(runs[0]).toMatchObject({ jobId: job, name: null, conversationId: id, cost: 0.75 });
  expect(new Map(runs[0]?.counts.map(({ status, count }) => [status, count]))).toEqual(
    new Map([
      ["completed", 2],
      ["failed", 1],
    ]),
  );
  expect({ cost, tokens }).toEqual({ cost: 0.75, tokens: 120 });
});

test("an absence has one entry for each item that a job changed, with the version before the absence, and marks items that the user changed afterwards", async () => {
  const [talk, plan] = [await conversation("chat"), await conversation("job")];
  const before = await note("First.", talk);
  await sql()`update revisions set created_at = now() - interval '2 hours'`;
  await note("Second.", plan);
  const last = await note("Third.", plan);
  const { changes } = await away(HOUR_AGO);
  expect(changes).toEqual([
    {
      ...{ kind: "learned_notes", name: "learned_notes", title: null, revisionId: last, versions: 2 },
      ...{ isDeleted: false, conversationId: plan, beforeId: before, isOvertaken: false },
      createdAt: expect.any(String),
    },
  ]);
  await writeText(agentId, "learned_notes", () => "Mine.", { author: "person", cause: null });
  expect((await away(HOUR_AGO)).changes).toMatchObject([{ isOvertaken: true }]);
});
