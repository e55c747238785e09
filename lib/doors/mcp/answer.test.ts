import { Client, type ElicitResult, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { liveRuns } from "@/lib/agent/loop/live";
import { runAgent } from "@/lib/agent/loop/run";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { stage } from "@/lib/agent/loop/testing/stage";
import { standard } from "@/lib/agent/message/equipment";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { route } from "@/lib/platform/http/route";
import { testRequest } from "@/lib/platform/http/test-request";
import { changeSetting, toolKey } from "@/lib/store/agents/change-settings";
import { listTokens, revokeToken } from "@/lib/store/agents/mcp-tokens";
import { sql } from "@/lib/store/db";
import { readConversation } from "@/lib/store/loop/conversations";
import { builtIn, catalogOf } from "@/lib/tools/toolsets/catalog";
import { answerMcp } from "./answer";
import { HELLO, program, type Send } from "./testing/program";

const equipment = { ...standard, catalog: catalogOf([builtIn(withLab())]) };
const handle = route({ public: true, raw: true }, ({ request }) => answerMcp(request, equipment));
const send: Send = (body, headers) => handle(testRequest("/mcp", { method: "POST", body, headers }));

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  lab.reset();
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
});

const transport = (token: string) =>
  new StreamableHTTPClientTransport(new URL("http://localhost:3000/mcp"), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: async (url, init) => {
      const request = new Request(url, init);
      request.headers.set("host", "localhost:3000");
      return handle(request);
    },
  });

async function enter(tools: "*" | string[] = "*", name = "Editor") {
  const { id, token } = await createMcpToken(scene.agentId, { name, tools }, equipment.catalog);
  return { id, token, ...program(send, token) };
}

const calls = () =>
  sql()`select tool_name as name, status from tool_calls order by created_at desc, tool_name limit 1`;

test("returns 401 if the token is missing, wrong or revoked", async () => {
  const { id, token, ask } = await enter();
  for (const wrong of ["", "easel_mcp_x", `${token}x`, "x".repeat(1_000)]) {
    const response = await program(send, wrong).post({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain("Bearer");
    expect(await response.json()).toMatchObject({ error: { code: "unauthorized" } });
  }
  expect((await ask("ping")).result).toEqual({});
  await revokeToken(scene.agentId, id);
  expect((await ask("ping")).status).toBe(401);
});

test("initialises a connection, and lists and calls only the tools that the token names", async () => {
  const { ask, call } = await enter(["act", "get_state"]);
  const { result } = await ask("initialize", HELLO);
  expect(result).toMatchObject({ protocolVersion: "2025-11-25", serverInfo: { name: "easel" } });
  const tools = (await ask("tools/list")).result?.tools as { name: string }[];
  expect(tools).toMatchObject([
    { name: "get_state", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
    { name: "act" },
  ]);
  expect(await call("act", { n: 4 })).toMatchObject({ structuredContent: { ok: true }, isError: false });
  expect(lab.ran).toEqual(["act 4"]);
  await expect(call("look", { n: 1 })).rejects.toThrow("no tool look");
  expect(lab.ran).toEqual(["act 4"]);
});

test("calls a tool of an on-demand toolset without loading it", async () => {
  const { call } = await enter();
  await call("reach", { n: 2 });
  expect(lab.ran).toEqual(["reach 2"]);
});

test("checks inputs and hides internal errors as usual, and records calls in the audit and a conversation", async () => {
  const { call } = await enter("*", "Claude");
  expect(await call("act", { n: "four" })).toMatchObject({ isError: true });
  expect((await call("act", { n: "four" })).text).toContain("Invalid input for act");
  expect(await calls()).toEqual([{ name: "act", status: "error" }]);
  lab.act = async () => {
    throw new Error("of its own");
  };
  expect((await call("act", { n: 1 })).text).toContain("failed with an internal error");
  const talks = await sql()`
    select title, origin, (select count(*)::int from messages m where m.conversation_id = c.id) as messages
    from conversations c where title = 'Claude'`;
  expect(talks).toEqual([{ title: "Claude", origin: "mcp", messages: 6 }]);
  expect(await sql()`select from model_calls`).toHaveLength(0);
});

test("does not list a denied tool; calling a tool that asks returns a link for the user", async () => {
  const { ask, call } = await enter(["act", "look"]);
  await changeSetting(scene.agentId, toolKey("look"), { policy: "deny" });
  await changeSetting(scene.agentId, toolKey("act"), { policy: "ask" });
  expect((await ask("tools/list")).result?.tools).toMatchObject([{ name: "act" }]);
  const { text, isError } = await call("act", { n: 1 });
  expect(text).toMatch(/waits for the user.*http:\/\/localhost:\d+\/chat\/[0-9a-f-]{36}/);
  expect([isError, lab.ran]).toEqual([false, []]);
});

async function decide(link: string, output: object) {
  const conversationId = link.match(/[0-9a-f-]{36}/)?.[0] ?? "";
  const before = await readConversation(scene.agentId, conversationId);
  const toolCallId = before?.asks[0]?.toolCallId ?? "";
  await runAgent({
    agentId: scene.agentId,
    conversationId,
    equipment,
    input: { answer: { toolCallId, output } },
  });
  await liveRuns().get(conversationId)?.settled;
  return readConversation(scene.agentId, conversationId);
}

test("runs a call without a model once the user approves it, and does not run a rejected call", async () => {
  const { call, ask } = await enter(["act"]);
  await changeSetting(scene.agentId, toolKey("act"), { policy: "ask" });
  for (const [decision, ran, state, result] of [
    ["approve", ["act 1"], "output-available", { status: "done", output: { ok: true } }],
    ["reject", [], "output-denied", { status: "failed", error: expect.stringContaining("refused") }],
  ] as const) {
    lab.reset();
    const { text, structuredContent } = await call("act", { n: 1 });
    const { result: uri } = structuredContent as { result: string };
    const read = async () => {
      const { contents } = (await ask("resources/read", { uri })).result as { contents: [{ text: string }] };
      return JSON.parse(contents[0].text);
    };
    expect(await read()).toMatchObject({ status: "waiting", url: expect.stringContaining("/chat/") });
    const after = await decide(text, { decision });
    expect(after?.run?.status).toBe("completed");
    expect(after?.messages.at(-1)?.parts).toMatchObject([{ type: "step-start" }, { state }]);
    expect(lab.ran).toEqual(ran);
    expect(await read()).toMatchObject(result);
    const other = await enter();
    expect((await other.ask("resources/read", { uri })).error?.message).toContain("nothing at");
  }
});

test("sends the program a link as progress, and then the user's answer as the result", async () => {
  const { token } = await enter(["ask_user"]);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport(token));
  const link = Promise.withResolvers<string>();
  const asked = client.callTool(
    { name: "ask_user", arguments: { question: "Which colour?" } },
    { onprogress: ({ message = "" }) => link.resolve(message) },
  );
  expect(await link.promise).toContain("waits for the user");
  await decide(await link.promise, { answer: "Blue" });
  expect((await asked).structuredContent).toEqual({ answer: "Blue" });
  await client.close();
});

test("asks a program that can open links to open one, and returns the user's answer when it resumes the call", async () => {
  const { token } = await enter(["ask_user"]);
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: { elicitation: { url: {} } }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    expect(params).toMatchObject({ mode: "url", message: expect.stringContaining("waits for the user") });
    await decide("url" in params ? params.url : "", { answer: "Red" });
    return { action: "accept" };
  });
  await client.connect(transport(token));
  const { structuredContent } = await client.callTool({
    name: "ask_user",
    arguments: { question: "Which?" },
  });
  expect(structuredContent).toEqual({ answer: "Red" });
  await client.close();
});

/** A program that asks its user for input. `answer` is called with each form. */
async function asking(token: string, answer: (params: Elicited) => unknown) {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler(
    "elicitation/create",
    async ({ params }) => answer(params as Elicited) as ElicitResult,
  );
  await client.connect(transport(token));
  onTestFinished(() => client.close());
  return client;
}
type Elicited = {
  mode?: string;
  message: string;
  requestedSchema: { properties: object; required?: string[] };
};

test("asks the user of a program that shows forms, repeats an invalid form, and returns the answer", async () => {
  const { token } = await enter(["ask_user", "render_blocks"]);
  const forms: Elicited[] = [];
  const contents: object[] = [{ answer: "Red" }, { pieces: 3.5, kind: "Rye" }, { pieces: 12, kind: "Rye" }];
  const client = await asking(token, (params) => {
    forms.push(params);
    return { action: "accept", content: contents.shift() };
  });
  const question = { name: "ask_user", arguments: { question: "Which?", options: ["Red", "Blue"] } };
  expect((await client.callTool(question)).structuredContent).toEqual({ answer: "Red" });
  expect(forms[0]?.message).toMatch(/^Which\?\n- Red\n- Blue\n\nAnswer here or at http/);

  const fields = [
    { name: "pieces", label: "Pieces", type: "number", min: 1, max: 90, step: 1, required: true },
    { name: "kind", label: "Kind", type: "select", options: ["Rye", { value: "s", label: "Spelt" }] },
    { name: "from", label: "From", type: "hidden", default: "phone" },
  ];
  const shown = await client.callTool({
    name: "render_blocks",
    arguments: { blocks: [{ type: "form", submitLabel: "Order", fields }] },
  });
  expect(forms[1]?.requestedSchema).toEqual({
    type: "object",
    properties: {
      pieces: { type: "number", minimum: 1, maximum: 90, title: "Pieces" },
      kind: {
        ...{ type: "string", title: "Kind" },
        oneOf: [
          { const: "Rye", title: "Rye" },
          { const: "s", title: "Spelt" },
        ],
      },
    },
    required: ["pieces"],
  });
  expect(forms[2]?.message).toMatch(/pieces/i);
  expect(shown.structuredContent).toEqual({
    action: "submit",
    data: { pieces: 12, kind: "Rye", from: "phone" },
  });
});

test("gives the answer of another door to a program whose form came later", async () => {
  const { token } = await enter(["ask_user"]);
  const client = await asking(token, async ({ message }) => {
    await decide(message, { answer: "Blue" });
    return { action: "accept", content: { answer: "Red" } };
  });
  const question = { name: "ask_user", arguments: { question: "Which?" } };
  expect((await client.callTool(question)).structuredContent).toEqual({ answer: "Blue" });
});

test("a program cannot approve a call by a form", async () => {
  const { token } = await enter(["act"]);
  await changeSetting(scene.agentId, toolKey("act"), { policy: "ask" });
  const client = await asking(token, () => {
    throw new Error("asked");
  });
  const { content } = await client.callTool({ name: "act", arguments: { n: 1 } });
  expect(JSON.stringify(content)).toContain("waits for the user");
  expect(lab.ran).toEqual([]);
});

test("after the program received web text, asks about its writes in every conversation", async () => {
  const { call } = await enter();
  await call("browse", { n: 7 });
  expect((await call("change", { n: 1 })).text).toContain("waits for the user");
  expect((await call("change", { n: 2 })).text).toContain("waits for the user");
  expect(lab.ran).toEqual(["browse 7"]);
  const other = await enter();
  expect((await other.call("change", { n: 3 })).text).toContain("ok");
});

test("runs concurrent calls of a program in separate conversations", async () => {
  const { call } = await enter();
  const gate = Promise.withResolvers<void>();
  lab.act = async ({ n }) => {
    if (n === 1) await gate.promise;
    return { n };
  };
  const first = call("act", { n: 1 });
  expect((await call("act", { n: 2 })).structuredContent).toEqual({ n: 2 });
  gate.resolve();
  expect((await first).structuredContent).toEqual({ n: 1 });
});

test("ends the open requests of a token when it is revoked", async () => {
  const { id, post } = await enter();
  const gate = Promise.withResolvers<void>();
  lab.act = () => gate.promise;
  const params = { name: "act", arguments: { n: 1 } };
  const response = await post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const text = response.text();
  await revokeToken(scene.agentId, id);
  expect(await text).not.toContain("result");
  gate.resolve();
});

test("returns an error for an oversized or invalid request and an unknown method", async () => {
  const { post } = await enter();
  expect((await post("{")).status).toBe(400);
  expect(
    (await post({ jsonrpc: "2.0", id: 1, method: "ping", params: { x: "y".repeat(2_000_001) } })).status,
  ).toBe(413);
  const unknown = await post({ jsonrpc: "2.0", id: 1, method: "no/such" });
  expect(await unknown.text()).toContain("-32601");
});

test("stores only the hash of a token, and the time of its last use", async () => {
  const { id, token, ask } = await enter(["act"], "Notes");
  await ask("ping");
  await expect
    .poll(async () => (await listTokens(scene.agentId)).find((t) => t.id === id))
    .toMatchObject({
      name: "Notes",
      tools: ["act"],
      lastUsedAt: expect.any(String),
    });
  const stored = await sql()`select * from mcp_tokens where id = ${id}`;
  expect(JSON.stringify(stored)).not.toContain(token.slice(12));
  await expect(
    createMcpToken(scene.agentId, { name: "x", tools: ["nope"] }, equipment.catalog),
  ).rejects.toThrow('there is no tool "nope"');
});
