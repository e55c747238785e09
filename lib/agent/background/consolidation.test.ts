import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PATCH } from "@/app/api/memory/consolidation/[id]/route";
import { GET, POST, PUT } from "@/app/api/memory/consolidation/route";
import { scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { stage } from "@/lib/agent/loop/testing/stage";
import { facts } from "@/lib/data/memory/facts";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { changeBudget } from "@/lib/store/loop/budgets";
import { listFacts } from "@/lib/store/memory/fact-list";
import { tidyDue } from "./consolidation";

const script = newScript();
let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterEach(async () => {
  for (const table of ["settings", "memories", "consolidations", "budget_days", "reservations"])
    await sql().unsafe(`delete from ${table}`);
});
afterAll(() => scene.close());

const PATH = "/api/memory/consolidation";
const read = async () => answer(await GET(testRequest(PATH)));
const put = async (body: object) => answer(await PUT(testRequest(PATH, { method: "PUT", body })));
const settle = async (id: string, settled: string) =>
  answer(
    await PATCH(testRequest(`${PATH}/${id}`, { method: "PATCH", body: { settled } }), {
      params: Promise.resolve({ id }),
    }),
  );
const keep = (content: string, layer: "long" | "short" = "long") =>
  facts.remember(scene.agentId, { layer, content }, { author: "person", cause: null });
const factContents = async () => (await listFacts(scene.agentId)).facts.map(({ content }) => content).sort();
const due = (at: string) => tidyDue(new Date(at), undefined, script.equipment);
const setTimes = (value: object) => changeSetting(scene.agentId, "consolidation", value);

test("memory consolidation is off by default, runs once a night when enabled, and can be undone over HTTP", async () => {
  await changeSetting(scene.agentId, "general", { timeZone: "Europe/Berlin" });
  await keep("Swims in the lake");
  await keep("Is swimming in the lake");
  await due("2030-01-02T12:00:00Z");
  expect(await factContents()).toHaveLength(2);
  expect(await read()).toEqual({
    status: 200,
    consolidation: { enabled: false, time: "03:00", timeZone: "Europe/Berlin", ranAt: null },
    changes: [],
  });
  expect(await put({ enabled: true, time: "04:00" })).toMatchObject({
    consolidation: { enabled: true, time: "04:00" },
  });
  await setTimes({ since: "2030-01-02T02:59:00.000Z" });
  await due("2030-01-02T02:59:30Z");
  expect(await factContents()).toHaveLength(2);
  await due("2030-01-02T03:00:00Z");
  expect(await factContents()).toEqual(["Is swimming in the lake"]);
  const { changes, consolidation } = await read();
  expect(consolidation.ranAt).toEqual(expect.any(String));
  expect(changes).toHaveLength(1);
  expect(await settle(changes[0].id, "undone")).toMatchObject({ status: 200, changes: [] });
  expect(await factContents()).toHaveLength(2);
  expect(await settle(changes[0].id, "kept")).toMatchObject({ status: 404 });
  expect(await settle(randomUUID(), "undone")).toMatchObject({ status: 404 });
  expect(await settle(changes[0].id, "gone")).toMatchObject({ status: 422 });
  expect(await put({ time: "3" })).toMatchObject({ status: 422 });
});

test("memory consolidation summarises expiring facts only within the unattended budget, and merges duplicates regardless of it", async () => {
  for (const content of ["Fixed the oven.", "Ordered flour.", "Asked for a grant."])
    await keep(content, "short");
  await sql()`update memories set expires_at = now() + interval '2 days'`;
  for (const content of ["Bakes rye", "bakes rye!"]) await keep(content);
  await setTimes({ enabled: true });
  await changeBudget(scene.agentId, { unattendedDayTokens: 1 });
  const { model, prompts } = scripted([{ text: "The oven is fixed." }]);
  script.model = model;
  await due(new Date(Date.now() + 86_400_000).toISOString());
  expect(prompts).toHaveLength(0);
  expect(await factContents()).toHaveLength(4);
  await changeBudget(scene.agentId, { unattendedDayTokens: null });
  await due(new Date(Date.now() + 2 * 86_400_000).toISOString());
  expect(JSON.stringify(prompts)).toContain("- Ordered flour.");
  expect(await factContents()).toEqual(["The oven is fixed.", "bakes rye!"]);
  expect(await sql()`select unattended from model_calls`).toMatchObject([{ unattended: true }]);
});

test("memory consolidation runs on request, and does nothing if the memory is off", async () => {
  for (const content of ["Bakes rye", "bakes rye!"]) await keep(content);
  await changeSetting(scene.agentId, "toolset:memory", { mode: "off" });
  expect(await answer(await POST(testRequest(PATH, { method: "POST" })))).toMatchObject({ changes: [] });
  await changeSetting(scene.agentId, "toolset:memory", { mode: "on" });
  expect(await answer(await POST(testRequest(PATH, { method: "POST" })))).toMatchObject({
    changes: [{ kind: "merged" }],
  });
});
