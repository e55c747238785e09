import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { said, sendEvent, testServer } from "@/e2e/mcp/test-server";
import { addServers, removeServer, serverView } from "@/lib/mcp/client/manage";
import { listServers } from "@/lib/mcp/client/view";
import { DEFAULT_BUDGET } from "@/lib/shared/budget";
import { changeBudget } from "@/lib/store/budgets";
import { sql } from "@/lib/store/db";
import { changeSetting, toolKey } from "@/lib/store/settings";
import { call, type Played, watched } from "./testing/own-tools";
import { newScript } from "./testing/script";
import { chunks, stage } from "./testing/stage";

const script = newScript();
vi.mock("@/lib/authored/compile/index", () => ({ describeRuntime: () => "" }));

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  vi.stubEnv("EASEL_EGRESS_ALLOW", "127.0.0.1");
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  for (const { id } of await listServers(scene.agentId)) await removeServer(scene.agentId, id);
  await sql()`delete from settings`;
});

/** A server whose only tool asks `questions` in turn, and then says what it was answered. */
async function asking(...questions: { method: string; params: object }[]) {
  const server = await testServer();
  onTestFinished(() => server.close());
  // It may write: so its call is on the record before it begins.
  server.offer({ name: "work" }, async ({ id, response }) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const heard: unknown[] = [];
    for (const [nth, question] of questions.entries()) {
      const own = `${id}-${nth}`;
      sendEvent(response, { id: own, ...question });
      const answer = () => server.heard.find(({ message }) => message.id === own)?.message;
      await vi.waitFor(() => expect(answer()).toBeDefined(), { timeout: 5_000 });
      heard.push(answer()?.result ?? "refused");
    }
    sendEvent(response, { id, result: said(JSON.stringify(heard)) });
    response.end();
  });
  await addServers(scene.agentId, [{ id: "house", title: "House", url: server.url }]);
  await changeSetting(scene.agentId, toolKey("house_work"), { policy: "allow" });
  await vi.waitFor(async () => expect((await serverView(scene.agentId, "house")).status).toBe("connected"));
  return server;
}

const load = call("load_toolset", { id: "mcp:house" });

/** Calls the tool, which then waits for the person. */
async function begun(...after: Played[]) {
  const { model, ...watch } = watched(
    { calls: [load] },
    { calls: [call("house_work", { wall: 1 }, "work")] },
    ...after,
  );
  script.model = model;
  const talk = { ...scene.conversation(), ...watch };
  await chunks(await talk.say("go"));
  const asks = async () => (await talk.read()).asks;
  return { talk, asks };
}

const schema = {
  type: "object",
  properties: { colour: { type: "string" }, coats: { type: "integer", default: 2 } },
  required: ["colour"],
};
const form = {
  method: "elicitation/create",
  params: { mode: "form", message: "Which colour?", requestedSchema: schema },
};
const sample = (text: string) => ({
  method: "sampling/createMessage",
  params: {
    messages: [{ role: "user", content: { type: "text", text } }],
    systemPrompt: "Be short.",
    maxTokens: 50,
  },
});

test("a form that a server asks for waits for the person, whose answer goes along when the call is made again", async () => {
  await asking(form);
  const { talk, asks } = await begun({ text: "Painted." });
  const because = {
    kind: "server",
    server: "House",
    asked: [{ kind: "form", message: "Which colour?", schema }],
  };
  expect(await asks()).toMatchObject([{ toolCallId: "work", kind: "approval", because }]);
  // What is missing is asked for again.
  await chunks(await talk.answer("work", { decision: "approve" }));
  expect(await asks()).toMatchObject([{ toolCallId: "work", kind: "approval", because }]);
  const input = { wall: 1, answers_to_server: { colour: "red", other: 1 } };
  await chunks(await talk.answer("work", { decision: "edit", input }));
  expect(await asks()).toEqual([]);
  expect(talk.told(2)).toContain('{"action":"accept","content":{"colour":"red","coats":2}}');
});

test("what a server asks is refused with its call", async () => {
  await asking(form);
  const { talk, asks } = await begun({ text: "Well." });
  await chunks(await talk.answer("work", { decision: "reject", reason: "No paint" }));
  expect(await asks()).toEqual([]);
  expect(talk.told(2)).toContain("No paint");
});

test("an address is shown to be opened, one that is no page is not, and agreeing to it is remembered for nothing else", async () => {
  const at = (url: string) => ({
    method: "elicitation/create",
    params: { mode: "url", message: "Sign in", url, elicitationId: "1" },
  });
  await asking(at("javascript:alert(1)"), at("https://house.example/in"));
  const { talk, asks } = await begun({ text: "In." });
  const asked = [{ kind: "address", message: "Sign in", url: "https://house.example/in" }];
  expect(await asks()).toMatchObject([{ because: { kind: "server", asked } }]);
  await chunks(await talk.answer("work", { decision: "approve", remember: "conversation" }));
  expect(talk.told(2)).toContain('[{"action":"cancel"},{"action":"accept"}]');
  expect(await sql()`select 1 from conversations where approved_tools::text like '%house%'`).toHaveLength(0);
});

test("a model is asked for a server with exactly the words that the person has allowed, once, and counted", async () => {
  const server = await asking(sample("A name for a cat"), form);
  const { talk, asks } = await begun({ text: "Tom" }, { text: "Done." });
  const prompt = {
    kind: "sample",
    system: "Be short.",
    messages: [{ role: "user", text: "A name for a cat" }],
    maxTokens: 50,
  };
  // The form comes only because the server goes on although it was refused.
  expect(await asks()).toMatchObject([{ because: { asked: [prompt, { kind: "form" }] } }]);
  await chunks(
    await talk.answer("work", { decision: "edit", input: { wall: 1, answers_to_server: { colour: "red" } } }),
  );
  expect(await asks()).toEqual([]);
  expect(talk.told(2)).toContain("A name for a cat");
  expect(talk.told(2)).not.toContain('"go"');
  expect(talk.told(3)).toContain('"content":{"type":"text","text":"Tom"}},{"action":"accept"');
  const rows = await sql()`select model from model_calls where agent_id = ${scene.agentId}`;
  expect(rows.length).toBeGreaterThanOrEqual(4);
  expect(server.heard.filter(({ message }) => message.method === "tools/call")).toHaveLength(2);
});

test("another prompt than the one that was allowed asks again, and no model hears of it", async () => {
  let round = 0;
  const server = await asking();
  server.offer({ name: "work", annotations: { readOnlyHint: true } }, async ({ id, response }) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    sendEvent(response, { id: `s${++round}`, ...sample(`Round ${round}`) });
    const own = `s${round}`;
    await vi.waitFor(() => expect(server.heard.some(({ message }) => message.id === own)).toBe(true));
    sendEvent(response, { id, result: said("over") });
    response.end();
  });
  const { talk, asks } = await begun({ text: "Nothing." });
  await chunks(await talk.answer("work", { decision: "approve" }));
  expect(await asks()).toMatchObject([{ because: { asked: [{ messages: [{ text: "Round 2" }] }] } }]);
  await chunks(await talk.answer("work", { decision: "reject" }));
  expect(talk.told(2)).not.toContain("Round");
});

test("a model that the budget has no room for is not asked, and the call says so", async () => {
  await asking(sample("A name for a cat"));
  const { talk } = await begun({ text: "Never said." });
  await changeBudget(scene.agentId, { ...DEFAULT_BUDGET, dayTokens: 1 });
  await chunks(await talk.answer("work", { decision: "approve" }));
  const { messages } = await talk.read();
  expect(JSON.stringify(messages)).toMatch(/budget/i);
  expect(JSON.stringify(messages)).not.toContain("Never said");
});
