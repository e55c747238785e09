import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { GET, PUT } from "@/app/api/memory/sessions/route";
import { scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { stage } from "@/lib/agent/loop/testing/stage";
import { changeRule } from "@/lib/data/memory/sessions";
import { changePulseSettings } from "@/lib/data/schedule/pulse-settings";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { PULSE_ID } from "@/lib/shared/jobs/kinds";
import { addRun } from "@/lib/store/agents/firings";
import { readJob } from "@/lib/store/agents/jobs";
import { sql } from "@/lib/store/db";
import { requestSessionEnd } from "@/lib/store/loop/session-ends";
import { beginJobRun } from "./job-run";
import { endDueSessions } from "./sessions";

const script = newScript();
let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterEach(async () => {
  await sql()`delete from conversations`;
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
});
afterAll(() => scene.close());

const NOW = new Date("2026-05-20T12:00:00Z");
const due = (at = NOW) => endDueSessions(at, undefined, script.equipment);

async function used(origin: string, began: string, last = began) {
  const id = randomUUID();
  await sql()`
    insert into conversations (id, agent_id, origin, identity, created_at, updated_at)
    values (${id}, ${scene.agentId}, ${origin}, '', ${began}, ${last})`;
  for (const role of ["user", "assistant"])
    await sql()`
      insert into messages (conversation_id, id, agent_id, role, parts)
      values (${id}, ${role}, ${scene.agentId}, ${role}, '[{ "type": "text", "text": "Bread." }]')`;
  return id;
}
const hasEnded = async (id: string) =>
  (await sql()`select from conversations where id = ${id} and ended_at is not null`).length > 0;

test("by default, conversations of the pulse and of channels end at midnight, and those of chats and jobs do not", async () => {
  await sql()`insert into settings (agent_id, key, value) values (${scene.agentId}, 'general', '{"timeZone":"Europe/Berlin"}')`;
  const ids: Record<string, string> = {};
  for (const origin of ["chat", "job", "pulse", "telegram", "whatsapp", "agent"])
    ids[origin] = await used(origin, "2026-05-19T21:59:00Z");
  const today = await used("pulse", "2026-05-19T22:01:00Z");
  const old = await used("pulse", "2026-01-01T12:00:00Z");
  await due();
  const over = await Promise.all(Object.values(ids).map(hasEnded));
  expect(Object.keys(ids).filter((_, nth) => over[nth])).toEqual(["pulse", "telegram", "whatsapp"]);
  expect([await hasEnded(today), await hasEnded(old)]).toEqual([false, false]);
  const [before] = await sql()`select ended_at from conversations where id = ${ids.pulse ?? ""}`;
  await due();
  expect((await sql()`select ended_at from conversations where id = ${ids.pulse ?? ""}`)[0]).toEqual(before);
});

test("a conversation whose run is still running ends once the run has ended", async () => {
  const id = await used("telegram", "2026-05-19T10:00:00Z");
  await sql()`insert into runs (id, agent_id, conversation_id, message_id, status) values (${randomUUID()}, ${scene.agentId}, ${id}, 'assistant', 'running')`;
  await due();
  expect(await hasEnded(id)).toBe(false);
  await sql()`update runs set status = 'completed' where conversation_id = ${id}`;
  await due();
  expect(await hasEnded(id)).toBe(true);
});

test("a conversation ends on request even if the rule ends none automatically", async () => {
  await changeRule(scene.agentId, { autoDivide: "none" });
  const [asked, other] = [await used("chat", NOW.toISOString()), await used("pulse", "2026-05-19T10:00:00Z")];
  await requestSessionEnd({ agentId: scene.agentId, conversationId: asked });
  await due();
  expect([await hasEnded(asked), await hasEnded(other)]).toEqual([true, false]);
});

test("a new rule does not end conversations that were last used before the rule was set", async () => {
  const before = await used("chat", "2026-05-18T10:00:00Z");
  const put = async (body: object) =>
    answer(await PUT(testRequest("/api/memory/sessions", { method: "PUT", body })));
  expect(
    await put({ conversations: ["chat", "pulse"], autoDivide: "weekly", time: "04:30", weekday: 3 }),
  ).toEqual({
    status: 200,
    sessions: {
      ...{ autoDivide: "weekly", time: "04:30", weekday: 3, conversations: ["chat", "pulse"] },
      timeZone: expect.any(String),
    },
  });
  await sql()`update settings set value = jsonb_set(value::jsonb, '{since}', '"2026-05-19T00:00:00.000Z"')::json where key = 'sessions'`;
  const since = await used("chat", "2026-05-18T10:00:00Z", "2026-05-19T10:00:00Z");
  await due();
  expect([await hasEnded(before), await hasEnded(since)]).toEqual([false, true]);
  for (const [body, field] of [
    [{ time: "24:00" }, "time"],
    [{ weekday: 7 }, "weekday"],
    [{ conversations: ["chat", "chat"] }, "conversations"],
    [{ autoDivide: "hourly" }, "autoDivide"],
    [{ every: 1 }, "every"],
  ] as const)
    expect(await put(body)).toMatchObject({
      status: 422,
      error: { message: expect.stringContaining(field) },
    });
  expect(await answer(await GET(testRequest("/api/memory/sessions")))).toMatchObject({
    sessions: { weekday: 3 },
  });
});

test("a pulse continues in the conversation that follows the ended one", async () => {
  const { model, prompts } = scripted([
    { text: "All is well." },
    { text: "They are well." },
    { text: "PULSE_OK" },
  ]);
  script.model = model;
  await changePulseSettings(scene.agentId, { enabled: true }, { author: "person", cause: null });
  const fire = async () => {
    const run = await addRun({ id: PULSE_ID, agentId: scene.agentId, kind: "pulse" }, async () => {});
    await (await beginJobRun(run ?? "", script.equipment))?.settled;
  };
  await fire();
  const first = (await readJob(scene.agentId, PULSE_ID))?.conversationId ?? "";
  await sql()`update conversations set created_at = now() - interval '2 days' where id = ${first}`;
  await due(new Date());
  expect(await hasEnded(first)).toBe(true);
  await fire();
  const next = (await readJob(scene.agentId, PULSE_ID))?.conversationId ?? "";
  expect(next).not.toBe(first);
  expect(await sql()`select origin, job_id, title from conversations where id = ${next}`).toMatchObject([
    { origin: "pulse", job_id: PULSE_ID, title: "Check-ins" },
  ]);
  expect(JSON.stringify(prompts.at(-1))).toContain("They are well.");
  expect(await sql()`select from job_runs where conversation_id = ${next}`).toHaveLength(1);
});
