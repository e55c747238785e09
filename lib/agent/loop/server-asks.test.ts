import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { sendEvent, testServer, textContent } from "@/e2e/mcp/test-server";
import { DEFAULT_BUDGET } from "@/lib/shared/budget";
import { changeSetting, toolKey } from "@/lib/store/agents/change-settings";
import { publish } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { changeBudget } from "@/lib/store/loop/budgets";
import { OpenCall } from "@/lib/tools/mcp/open-call";
import { suspendedCalls } from "@/lib/tools/mcp/suspended-calls";
import { stop } from "./stop";
import { houseStage, load } from "./testing/house";
import { call, type Played } from "./testing/own-tools";
import { chunks } from "./testing/stage";

const scene = houseStage();

type Question = { method: string; params: object };

/** Starts a server whose only tool asks `questions` in turn, and then returns the answers. */
async function asking(...questions: Question[]) {
  const server = await testServer();
  const waits = new Map<unknown, (message: { result?: unknown }) => void>();
  const calls = () => requestsOf("tools/call").length;
  const requestsOf = (method: string) => server.heard.filter(({ message }) => message.method === method);
  // The tool may write, so its call is recorded before it starts.
  server.offer({ name: "work" }, async ({ id, response }) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const answers: unknown[] = [];
    for (const [nth, question] of questions.entries()) {
      const own = `${id}-${nth}`;
      const answer = new Promise<{ result?: unknown }>((resolve) => waits.set(own, resolve));
      sendEvent(response, { id: own, ...question });
      answers.push((await answer).result ?? "refused");
    }
    sendEvent(response, { id, result: textContent(JSON.stringify(answers)) });
    response.end();
  });
  server.heard.push = (...all) => {
    for (const { message } of all) waits.get(message.id)?.(message);
    return Array.prototype.push.apply(server.heard, all);
  };
  await scene.connect(server);
  await changeSetting(scene.agentId, toolKey("house_work"), { policy: "allow" });
  return Object.assign(server, { calls, heardOf: requestsOf });
}

async function startCall(...after: Played[]) {
  const talk = scene.play({ calls: [load] }, { calls: [call("house_work", { wall: 1 }, "work")] }, ...after);
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
const size = {
  method: "elicitation/create",
  params: {
    message: "How big?",
    requestedSchema: { type: "object", properties: { size: { type: "number" } }, required: ["size"] },
  },
};
const sample = (text: string) => ({
  method: "sampling/createMessage",
  params: {
    messages: [{ role: "user", content: { type: "text", text } }],
    systemPrompt: "Be short.",
    maxTokens: 50,
  },
});
const painting = (answers: Record<string, unknown>, wall = 1) => ({
  decision: "edit",
  input: { wall, answers_to_server: answers },
});

test("a call waits for the user's answer to a form of its MCP server, and continues with it", async () => {
  const server = await asking(form, size);
  const { talk, asks } = await startCall({ text: "Painted." });
  const because = {
    kind: "server",
    server: "House",
    asked: [{ kind: "form", message: "Which colour?", schema }],
  };
  expect(await asks()).toMatchObject([{ toolCallId: "work", kind: "approval", because }]);
  await chunks(await talk.answer("work", { decision: "approve" }));
  expect(await asks()).toMatchObject([{ toolCallId: "work", kind: "approval", because }]);
  await chunks(await talk.answer("work", painting({ colour: "red", other: 1 })));
  expect(await asks()).toMatchObject([{ because: { asked: [{}, { message: "How big?" }] } }]);
  await chunks(await talk.answer("work", painting({ colour: "red", size: 3 })));
  expect(await asks()).toEqual([]);
  expect(talk.told(2)).toContain(
    '{"action":"accept","content":{"colour":"red","coats":2}},{"action":"accept","content":{"size":3}}',
  );
  expect(server.calls()).toBe(1);
  const rows =
    await sql()`select status from tool_calls where conversation_id = ${talk.id} and tool_call_id = 'work'`;
  expect(rows).toEqual([{ status: "ok" }]);
});

test("a call is recorded as waiting while its MCP server asks, and later with its result", async () => {
  await asking(form);
  const { talk } = await startCall({ text: "Painted." });
  const status = async () => {
    const [row] = await sql()<{ status: string; error: string | null }[]>`
      select status, error from tool_calls where conversation_id = ${talk.id} and tool_call_id = 'work'`;
    return row;
  };
  await talk.read();
  expect(await status()).toEqual({ status: "waiting", error: null });
  await chunks(await talk.answer("work", painting({ colour: "red", coats: 1 })));
  await talk.read();
  expect(await status()).toEqual({ status: "ok", error: null });
});

test("one of two concurrent answers for a call is accepted, and the call is made once", async () => {
  const server = await asking(form);
  const { talk, asks } = await startCall({ text: "Painted." });
  const answers = await Promise.allSettled(
    ["red", "blue"].map(async (colour) => chunks(await talk.answer("work", painting({ colour })))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await asks()).toEqual([]);
  expect(server.calls()).toBe(1);
});

test.for([
  ["other arguments", painting({ colour: "red", size: 3 }, 2)],
  ["a different answer to the first question", painting({ colour: "blue", size: 3 })],
] as const)("an approval with %s cancels the waiting call and makes a new one", async ([, answer]) => {
  const server = await asking(form, size);
  const { talk, asks } = await startCall({ text: "Painted." });
  await chunks(await talk.answer("work", painting({ colour: "red" })));
  await chunks(await talk.answer("work", answer));
  expect(await asks()).toEqual([]);
  expect(server.calls()).toBe(2);
  expect(talk.told(2)).toContain(`"content":{"colour":"${answer.input.answers_to_server.colour}"`);
  await vi.waitFor(() => expect(server.heardOf("notifications/cancelled")).toHaveLength(1));
});

test("a call is repeated with the user's answer if its MCP server has restarted in the meantime", async () => {
  const server = await asking(form);
  const { talk, asks } = await startCall({ text: "Painted." });
  await server.close();
  const again = await testServer({ port: server.port });
  again.offer({ name: "work" }, server.answers.work);
  again.heard = server.heard;
  await vi.waitFor(scene.isConnected, { timeout: 5_000 });
  await chunks(await talk.answer("work", painting({ colour: "red" })));
  expect(await asks()).toEqual([]);
  expect(talk.told(2)).toContain('"colour":"red"');
  expect(server.calls()).toBe(2);
  await again.close();
});

test("the user's rejection and the cancelled call are reported to the MCP server", async () => {
  const server = await asking(form);
  const { talk, asks } = await startCall({ text: "Well." });
  await chunks(await talk.answer("work", { decision: "reject", reason: "No paint" }));
  expect(await asks()).toEqual([]);
  expect(talk.told(2)).toContain("No paint");
  await vi.waitFor(() => {
    expect(server.heard.map(({ message }) => message.result)).toContainEqual({ action: "decline" });
    expect(server.heardOf("notifications/cancelled")).toHaveLength(1);
  });
});

test.for([
  ["the user stops the run", (id: string) => stop(scene.agentId, id)],
  [
    "another server continues the run",
    async (id: string) => {
      await sql()`update runs set status = 'running', lease_owner = ${randomUUID()}, lease_until = now() + interval '1 minute'
        where conversation_id = ${id}`;
      publish({ type: "conversation", agent: scene.agentId, id });
    },
  ],
] as const)("a waiting call is cancelled when %s", async ([, happen]) => {
  const server = await asking(form);
  const { talk } = await startCall({ text: "Well." });
  await happen(talk.id);
  await vi.waitFor(() => {
    expect(server.heard.map(({ message }) => message.result)).toContainEqual({ action: "cancel" });
    expect(server.heardOf("notifications/cancelled")).toHaveLength(1);
  });
});

test("a web address that an MCP server asks to open is shown, other addresses are refused, and the approval is not remembered", async () => {
  const at = (url: string) => ({
    method: "elicitation/create",
    params: { mode: "url", message: "Sign in", url, elicitationId: "1" },
  });
  await asking(at("javascript:alert(1)"), at("https://house.example/in"));
  const { talk, asks } = await startCall({ text: "In." });
  const asked = [{ kind: "address", message: "Sign in", url: "https://house.example/in" }];
  expect(await asks()).toMatchObject([{ because: { kind: "server", asked } }]);
  await chunks(await talk.answer("work", { decision: "approve", remember: "conversation" }));
  expect(talk.told(2)).toContain('[{"action":"cancel"},{"action":"accept"}]');
  expect(await sql()`select 1 from conversations where approved_tools::text like '%house%'`).toHaveLength(0);
});

test("a call that failed because the user must first open an address is repeated after the approval", async () => {
  const server = await asking();
  const elicitations = [
    { mode: "url", message: "Sign in", url: "https://house.example/in", elicitationId: "1" },
  ];
  const error = { code: -32_042, message: "Sign in first", data: { elicitations } };
  server.answers.work = ({ id, response }) => {
    if (server.calls() > 1) return textContent("in");
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
  };
  const { talk, asks } = await startCall({ text: "In." });
  expect(await asks()).toMatchObject([{ because: { asked: [{ kind: "address" }] } }]);
  await chunks(await talk.answer("work", { decision: "approve" }));
  expect(talk.told(2)).toContain('"text":"in"');
});

test("the approved prompt of an MCP server is sent to the model unchanged, once, and is recorded as a model call", async () => {
  const server = await asking(sample("A name for a cat"), form);
  const { talk, asks } = await startCall({ text: "Tom" }, { text: "Done." });
  const prompt = {
    kind: "sample",
    system: "Be short.",
    messages: [{ role: "user", text: "A name for a cat" }],
    maxTokens: 50,
  };
  expect(await asks()).toMatchObject([{ because: { asked: [prompt] } }]);
  await chunks(await talk.answer("work", { decision: "approve" }));
  expect(await asks()).toMatchObject([{ because: { asked: [prompt, { kind: "form" }] } }]);
  await chunks(await talk.answer("work", painting({ colour: "red" })));
  expect(await asks()).toEqual([]);
  expect(talk.told(2)).toContain("A name for a cat");
  expect(talk.told(2)).not.toContain('"go"');
  expect(talk.told(3)).toContain('"content":{"type":"text","text":"Tom"}},{"action":"accept"');
  const rows = await sql()`select model from model_calls where agent_id = ${scene.agentId}`;
  expect(rows.length).toBeGreaterThanOrEqual(4);
  expect(server.calls()).toBe(1);
});

test("a further prompt of an MCP server asks again, and is not sent to the model without approval", async () => {
  await asking(sample("Round 1"), sample("Round 2"));
  const { talk, asks } = await startCall({ text: "One." }, { text: "Nothing." });
  await chunks(await talk.answer("work", { decision: "approve" }));
  expect(await asks()).toMatchObject([{ because: { asked: [{}, { messages: [{ text: "Round 2" }] }] } }]);
  await chunks(await talk.answer("work", { decision: "reject" }));
  expect(talk.told(2)).not.toContain("Round 2");
  expect(talk.told(3)).not.toContain("Round 2");
});

test("without room in the budget, no model is called for an MCP server, and the call reports the reason", async () => {
  await asking(sample("A name for a cat"));
  const { talk } = await startCall({ text: "Never said." });
  await changeBudget(scene.agentId, { ...DEFAULT_BUDGET, dayTokens: 1 });
  await chunks(await talk.answer("work", { decision: "approve" }));
  const { messages } = await talk.read();
  expect(JSON.stringify(messages)).toMatch(/budget/i);
  expect(JSON.stringify(messages)).not.toContain("Never said");
});

test("at most twenty calls of an MCP server can wait, each for at most half an hour", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const ended: string[] = [];
  const waiting = () => {
    const stopped = Promise.withResolvers<never>();
    return new OpenCall({}, undefined, (_, signal) => {
      signal.addEventListener("abort", () => {
        ended.push(String(signal.reason));
        stopped.reject(signal.reason);
      });
      return stopped.promise;
    });
  };
  const all = suspendedCalls();
  const hold = (toolCallId: string, server: object) =>
    all.hold(
      waiting(),
      { conversationId: randomUUID(), messageId: "m", toolCallId, args: {}, version: 1 },
      server,
    );
  const [one, other] = [{}, {}];
  const accepted = Array.from({ length: 21 }, (_, n) => hold(`${n}`, one));
  expect(accepted.map(Number).join("")).toBe(`${"1".repeat(20)}0`);
  expect(hold("other", other)).toBe(true);
  vi.advanceTimersByTime(30 * 60_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(ended).toHaveLength(21));
  expect(ended[0]).toContain("30 minutes");
});
