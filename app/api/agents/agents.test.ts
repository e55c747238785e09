import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startProvider } from "@/e2e/provider/server";
import { EXAMPLE_PROMPTS } from "@/lib/agent/roster/make";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { AGENT_EXAMPLES } from "@/lib/shared/agents/agent-examples";
import { MAX_AGENTS } from "@/lib/shared/agents/agents";
import { purgeAgents } from "@/lib/store/agents/agent-making";
import { forgetAgents, resolveAgent } from "@/lib/store/agents/agents";
import { readText, writeText } from "@/lib/store/agents/identity";
import { readSettings } from "@/lib/store/agents/settings";
import * as state from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { PUT as saveBudget } from "../budget/route";
import { POST as say } from "../chat/route";
import { GET as readConversation } from "../conversations/[id]/route";
import { GET as readSettingsRoute, PUT as saveSettings } from "../settings/route";
import { GET as readState } from "../state/route";
import { POST as RESTORE } from "./[id]/restore/route";
import { DELETE, PATCH, GET as readOne } from "./[id]/route";
import { GET, POST } from "./route";

const database = await testDatabase();
let first: string;
beforeEach(async () => {
  await sql()`truncate agents, workspace_settings cascade`;
  forgetAgents();
  first = await resolveAgent();
});
afterAll(() => database.drop());

const make = async (body: unknown) =>
  answer(await POST(testRequest("/api/agents", { method: "POST", body })));
const list = async (query = "") => (await answer(await GET(testRequest(`/api/agents${query}`)))).agents;
const at = (id: string) => ({ params: Promise.resolve({ id }) });
const one = async (id: string) => answer(await readOne(testRequest(`/api/agents/${id}`), at(id)));
const patch = async (id: string, body: unknown) =>
  answer(await PATCH(testRequest(`/api/agents/${id}`, { method: "PATCH", body }), at(id)));
const remove = (id: string) => DELETE(testRequest(`/api/agents/${id}`, { method: "DELETE" }), at(id));
const restore = async (id: string) =>
  answer(await RESTORE(testRequest(`/api/agents/${id}/restore`, { method: "POST" }), at(id)));

describe("an agent", () => {
  test("is created with a name and the default prompt, and listed after existing agents", async () => {
    const made = await make({ name: " Ledger ", description: "Money", mark: "green 🧾" });
    expect(made).toEqual({
      ...{ status: 200, id: expect.any(String), name: "Ledger", description: "Money", mark: "green 🧾" },
      ...{ model: null, starters: [], createdAt: expect.any(String), archivedAt: null },
    });
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(["Easel", "Ledger"]);
    const { status: _, ...agent } = made;
    expect(await one(made.id)).toEqual({ status: 200, ...agent });
    expect((await readText(made.id, "system_prompt")).content).toMatch(/agent of an Easel workspace/);
  });

  test("has its own starters, which come from an example or a copied agent, and can be changed", async () => {
    const ledger = await make({ name: "Ledger", example: "ledger" });
    expect(ledger.starters).toEqual(AGENT_EXAMPLES[0]?.starters);
    const starters = [{ title: "Say it", text: "Hello" }];
    expect((await patch(ledger.id, { starters })).starters).toEqual(starters);
    expect((await make({ name: "Copy", from: ledger.id })).starters).toEqual(starters);
    expect((await patch(ledger.id, { starters: [] })).starters).toEqual([]);
    expect(await patch(ledger.id, { starters: [{ title: "", text: " " }] })).toMatchObject({ status: 422 });
    expect((await make({ name: "Own", starters })).starters).toEqual(starters);
  });

  test("created by the first request of a workspace is listed after the workspace's own agent", async () => {
    await sql()`truncate agents, workspace_settings cascade`;
    forgetAgents();
    await make({ name: "Ledger" });
    expect((await list()).map(({ name }: { name: string }) => name)).toEqual(["Easel", "Ledger"]);
  });

  test.each([
    [{}, /name/],
    [{ name: " " }, /needs a name/],
    [{ name: "x".repeat(81) }, /name/],
    [{ name: "x", description: "x".repeat(501) }, /description/],
    [{ name: "x", mark: "x".repeat(41) }, /mark/],
    [{ name: "x", model: "nobody/x" }, /nobody/],
    [{ name: "x", colour: "red" }, /colour/],
    [{ name: "x", example: "none" }, /There is no example none; there are ledger/],
    [{ name: "x", example: "ledger", from: randomUUID() }, /copy or an example/],
  ])("returns 422 and creates nothing for %j", async (body, message) => {
    const refused = await make(body);
    expect([refused.status, refused.error.message]).toEqual([422, expect.stringMatching(message)]);
    expect(await list()).toHaveLength(1);
  });

  test("is created with fields of the maximum length", async () => {
    const body = { name: "x".repeat(80), description: "x".repeat(500), mark: "x".repeat(40) };
    expect(await make(body)).toMatchObject({ status: 200, ...body });
  });

  test.each([randomUUID(), "1"])("returns 404 for a copy of the unknown agent %s", async (from) => {
    expect((await make({ name: "x", from })).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  test("can be a copy of another agent, which later changes to the copy do not affect", async () => {
    const by = { author: "person", cause: null } as const;
    await writeText(first, "system_prompt", () => "Count sheep", by);
    await state.write(first, "sheep", 3, by);
    const copy = await make({ name: "Copy", from: first });
    expect((await readText(copy.id, "system_prompt")).content).toBe("Count sheep");
    await state.write(copy.id, "sheep", 4, by);
    const { entries } = await answer(await readState(testRequest("/api/state")));
    expect(JSON.stringify(entries)).toContain("3");
  });

  test.each(AGENT_EXAMPLES.map(({ id }) => id))("is created from the example %s", async (example) => {
    const made = await make({ name: "Mine", example });
    const expected = AGENT_EXAMPLES.find(({ id }) => id === example);
    expect(made).toMatchObject({ name: "Mine", description: expected?.description, mark: expected?.mark });
    expect((await readText(made.id, "system_prompt")).content).toBe(EXAMPLE_PROMPTS[example]);
  });

  test("changes only the given fields", async () => {
    const { id } = await make({ name: "A", description: "B" });
    expect(await patch(id, { name: "C" })).toMatchObject({ name: "C", description: "B" });
    expect(await patch(id, { model: "demo" })).toMatchObject({ name: "C", model: "demo" });
    expect((await readSettings(id)).general.model).toBe("demo");
    expect((await readSettings(first)).general.model).toBeNull();
    expect(await patch(id, { model: null })).toMatchObject({ model: null });
    expect((await patch(id, { model: "nobody/x" })).status).toBe(422);
    expect((await patch(randomUUID(), { name: "x" })).status).toBe(404);
  });

  test("is archived and restored", async () => {
    const { id } = await make({ name: "A" });
    const { archivedAt } = await patch(id, { archived: true });
    expect(archivedAt).toEqual(expect.any(String));
    expect((await patch(id, { archived: true })).archivedAt).toBe(archivedAt);
    expect(await list()).toHaveLength(2);
    expect((await patch(id, { archived: false })).archivedAt).toBeNull();
  });

  test("returns 404 while deleted, and is restored with its data", async () => {
    const { id } = await make({ name: "A" });
    const asked = async () => (await readState(testRequest(`/api/state?agent=${id}`))).status;
    await state.write(id, "kept", 1, { author: "person", cause: null });
    expect(await asked()).toBe(200);
    expect((await remove(id)).status).toBe(204);
    expect(await asked()).toBe(404);
    expect((await one(id)).status).toBe(404);
    expect((await patch(id, { name: "B" })).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect(await list()).toHaveLength(1);
    expect(await list("?deleted=true")).toMatchObject([{ id, name: "A", deletedAt: expect.any(String) }]);
    expect(await restore(id)).toMatchObject({ status: 200, id });
    expect(await restore(id)).toMatchObject({ status: 200, id });
    expect(await asked()).toBe(200);
    expect(await state.entries(id)).toHaveLength(1);
  });

  test("can be restored for 30 days after its deletion", async () => {
    const { id } = await make({ name: "A" });
    await remove(id);
    await sql()`update agents set deleted_at = now() - interval '30 days' + interval '1 minute' where id = ${id}`;
    expect(await purgeAgents()).toEqual([]);
    await sql()`update agents set deleted_at = now() - interval '30 days' where id = ${id}`;
    expect(await purgeAgents()).toEqual([id]);
    expect((await restore(id)).status).toBe(404);
  });

  test("cannot be deleted if it is the last one, even by concurrent requests", async () => {
    const { id } = await make({ name: "A" });
    const codes = (await Promise.all([remove(id), remove(first)])).map(({ status }) => status);
    expect(codes.sort()).toEqual([204, 409]);
    const [left] = await list();
    const refused = await remove(left.id);
    expect([refused.status, (await refused.json()).error.message]).toEqual([
      409,
      "The last agent cannot be deleted. Create another one first.",
    ]);
    expect(await resolveAgent()).toBe(left.id);
  });

  test(`returns 409 beyond ${MAX_AGENTS} agents, until one is deleted`, async () => {
    await sql()`insert into agents (name, system_prompt) select 'x', '' from generate_series(1, ${MAX_AGENTS - 2})`;
    const last = await make({ name: "Last" });
    expect(last.status).toBe(200);
    expect(await make({ name: "Too many" })).toMatchObject({ status: 409 });
    await remove(last.id);
    const other = await make({ name: "In its place" });
    expect(other.status).toBe(200);
    expect(await restore(last.id)).toMatchObject({ status: 409 });
  });
});

test("a second agent uses the workspace's model, and the first agent cannot read its conversation", async () => {
  const provider = await startProvider();
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  try {
    const providers = { "openai-compatible": { baseUrl: provider.url } };
    const saved = await saveSettings(testRequest("/api/settings", { method: "PUT", body: { providers } }));
    expect(saved.status).toBe(200);
    const { id } = await make({ name: "Second" });
    const conversation = randomUUID();
    const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text: "Hello" }] };
    const response = await say(
      testRequest(`/api/chat?agent=${id}`, { method: "POST", body: { id: conversation, message } }),
    );
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('"type":"finish"'),
    ]);
    expect(provider.requests.length).toBeGreaterThan(0);
    const read = async (query: string) =>
      answer(await readConversation(testRequest(`/api/conversations/x${query}`), at(conversation)));
    expect(await read(`?agent=${id}`)).toMatchObject({ run: { status: "completed" } });
    expect(await read("")).toMatchObject({ status: 404 });
  } finally {
    vi.unstubAllEnvs();
    await provider.close();
  }
});

describe("settings of the workspace and of agents", () => {
  const put = async (body: unknown, query = "") =>
    answer(await saveSettings(testRequest(`/api/settings${query}`, { method: "PUT", body })));
  const read = async (id: string) =>
    (await answer(await readSettingsRoute(testRequest(`/api/settings?agent=${id}`)))).settings;

  test("a new agent uses the workspace's settings and can override them", async () => {
    await put({
      model: "demo",
      limits: { steps: 7, minutes: 5 },
      providers: { openai: { apiKey: "abc-123" } },
    });
    const { id } = await make({ name: "B" });
    const openai = (settings: { providers: { id: string; keyFrom: string }[] }) =>
      settings.providers.find((provider) => provider.id === "openai")?.keyFrom;
    expect(await read(id)).toMatchObject({ model: "demo", limits: { steps: 7, minutes: 5 } });
    expect(openai(await read(id))).toBe("settings");
    await put({ limits: { steps: 9 } }, `?agent=${id}`);
    expect((await read(id)).limits).toMatchObject({ steps: 9, minutes: 5 });
    expect((await read(first)).limits).toMatchObject({ steps: 7, minutes: 5 });
    await put({ limits: { steps: 8, minutes: 6 } });
    expect((await read(id)).limits).toMatchObject({ steps: 9, minutes: 6 });
  });

  test("provider settings apply to the workspace unless the request has scope=agent", async () => {
    const { id } = await make({ name: "B" });
    await put({ providers: { openai: { apiKey: "abc-123" } } }, `?agent=${id}`);
    expect((await readSettings(first)).providers.openai?.apiKey).toEqual(expect.any(String));
    await put({ providers: { google: { apiKey: "abc-123" } } }, `?agent=${id}&scope=agent`);
    expect((await readSettings(first)).providers.google).toBeUndefined();
    expect((await readSettings(id)).providers.google?.apiKey).toEqual(expect.any(String));
  });

  test("a change for the workspace replaces the agent's own value", async () => {
    await put({ limits: { steps: 3 } }, "?scope=agent");
    await put({ limits: { steps: 4 } });
    expect((await read(first)).limits.steps).toBe(4);
    const { id } = await make({ name: "B" });
    await put({ limits: { steps: 5 } }, `?agent=${id}&scope=workspace`);
    expect((await read(first)).limits.steps).toBe(5);
  });

  test("the workspace's budget applies in addition to the agent's own", async () => {
    const { id } = await make({ name: "B" });
    const budget = async (body: unknown, query = "") =>
      (await answer(await saveBudget(testRequest(`/api/budget${query}`, { method: "PUT", body })))).budget;
    await budget({ dayUsd: 5 });
    expect(await budget({ dayTokens: 100 }, `?agent=${id}`)).toMatchObject({ dayUsd: 5, dayTokens: 100 });
    expect(await budget({})).toMatchObject({ dayUsd: 5, dayTokens: null });
  });
});
