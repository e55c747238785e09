import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import * as gating from "@/lib/code/components/gate";
import { watchFailure } from "@/lib/code/components/probation";
import { createAuthoredComponent, updateComponent } from "@/lib/code/components/save";
import { fakeCompiler } from "@/lib/code/components/testing/lab";
import { runAuthoredTool } from "@/lib/code/tools/run";
import { createTool, deleteTool, updateTool } from "@/lib/code/tools/save";
import { recordIsolate } from "@/lib/code/traces/isolate";
import { closeAll } from "@/lib/ground/base/process";
import { replace } from "@/lib/ground/base/testing/replaced";
import { readAgentTool } from "@/lib/store/agents/agent-tools";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readComponent } from "@/lib/store/agents/components";
import { listOpenProofs, newestProof } from "@/lib/store/agents/proofs";
import { keysMarked } from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { keepExample } from "./examples";
import { acceptProof, discardProof, readItemProofs } from "./settle";

fakeCompiler();
replace(gating, {
  gate: async ({ js }, { n }) =>
    js.includes(`fails at ${n}`) ? { verdict: "failed", message: "It throws" } : { verdict: "passed" },
});

const SERIES = process.env.ATTACK === "all" ? 20 : 2;

const database = await testDatabase();
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
let agentId: string;
const user = { author: "person", cause: null } as const;
const made = randomUUID();
const changed = randomUUID();
const signal = new AbortController().signal;

beforeAll(async () => {
  agentId = await resolveAgent();
  for (const id of [made, changed])
    await sql()`insert into conversations (id, agent_id, title, identity) values (${id}, ${agentId}, '', '')`;
});
beforeEach(async () => {
  for (const table of [
    "agent_tools",
    "components",
    "examples",
    "proofs",
    "tool_calls",
    "executions",
    "revisions",
  ])
    await sql()`delete from ${sql()(table)} where agent_id = ${agentId}`;
  await sql()`delete from settings`;
  await sql()`delete from requests`;
});
afterAll(async () => {
  await closeAll();
  await database.drop();
});

const by = (conversationId: string) =>
  ({
    author: "agent",
    cause: { conversationId, messageId: "m", runId: randomUUID(), toolCallId: randomUUID() },
  }) as const;
const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
const create = (name: string, code: string) =>
  createTool(agentId, { name, description: "Doubles", parameter_schema: schema, code }, by(made));
const change = (name: string, code: string, why?: string) =>
  updateTool(agentId, name, { code }, by(changed), { why });
const item = (name: string) => ({ agentId, kind: "tool" as const, name });

/** Runs the live version as a call of a conversation does, and records it. */
async function call(name: string, n: unknown, conversationId = made) {
  const source = { conversationId, messageId: "m", toolCallId: randomUUID() };
  const { version } = (await readAgentTool(agentId, name)) ?? { version: 0 };
  const onEnded = recordIsolate({ agentId, ...source, toolName: name });
  const run = { agentId, name, version, args: { n }, by: by(conversationId), signal, onEnded };
  const outcome = await runAuthoredTool(run).then(
    ({ result }) => ({ status: "ok", output: result, error: null }),
    (error: Error) => ({ status: "error", output: null, error: error.message }),
  );
  await sql()`
    insert into tool_calls (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, input, status, output, error)
    values (${conversationId}, 'm', ${source.toolCallId}, ${agentId}, ${randomUUID()}, ${name}, ${JSON.stringify({ n })}::json,
      ${outcome.status}, ${JSON.stringify(outcome.output)}::json, ${outcome.error})`;
  return { ...outcome, source };
}
const live = async (name: string) => (await readAgentTool(agentId, name))?.version;

describe("a change by the agent", () => {
  test("is compared with the recorded answers of the network, and sends no request", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.setHeader("set-cookie", "id=secret").end(JSON.stringify({ level: 3 }));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tide?key=very-secret-key`;
    const code = (level: string, n = "args.n") =>
      `const answer = await fetch("${address}&n=" + ${n}); return (await answer.json()).${level} * 2;`;
    await create("tide", code("level"));
    expect((await call("tide", 1)).output).toBe(6);
    const [row] = await sql()`select answers::text from executions where agent_id = ${agentId}`;
    expect(row?.answers).not.toMatch(/secret/);
    const held = await change("tide", code("height"));
    expect(held).toMatchObject({ version: 2, live: false, note: expect.stringContaining("other results") });
    await change("tide", `${code("level")} // the same`);
    expect(await newestProof(item("tide"))).toMatchObject({ version: 3, verdict: "equal" });
    await change("tide", code("level", "7"));
    expect(await newestProof(item("tide"))).toMatchObject({ cases: [{ after: { state: "skipped" } }] });
    expect(asked).toHaveLength(1);
  });

  test("goes live without a proof if there are no examples, and no calls outside its conversation", async () => {
    await create("double", "return args.n * 2;");
    expect(await change("double", "return args.n + args.n;")).toEqual({ name: "double", version: 2 });
    await updateTool(agentId, "double", { code: "return args.n * 2;" }, by(changed));
    await call("double", 2, changed);
    expect(await change("double", "return args.n * 3;")).toEqual({ name: "double", version: 4 });
    expect(await newestProof(item("double"))).toBeNull();
  });

  test("is held if it is worse, and the agent learns what fails of examples, but not of recorded calls", async () => {
    await create("double", "return args.n * 2;");
    const { source } = await call("double", 2);
    await call("double", 777);
    await keepExample(agentId, source, signal);
    const error = await change("double", "if (args.n > 5) throw new Error('much'); return args.n;").catch(
      (error: Error) => error,
    );
    expect((error as Error).message).toMatch(
      /stored as version 2 and is not live.*fails 1 of 1 examples and 1 of 1 recorded calls.*\n- {"n":2}: version 1 gave 4; now 2/s,
    );
    expect((error as Error).message).not.toContain("777");
    expect(await live("double")).toBe(1);
    expect(await listOpenProofs(agentId)).toMatchObject([
      { name: "double", version: 2, base: 1, verdict: "worse" },
    ]);
  });

  test("goes live on probation if it improves, and shows its aim", async () => {
    await create("double", "if (args.n === 0) throw new Error('zero'); return args.n * 2;");
    await call("double", 0);
    await change("double", "return args.n * 2;", "Accepts zero");
    expect(await newestProof(item("double"))).toMatchObject({
      ...{ version: 2, verdict: "better", state: "probation", why: "Accepts zero" },
      cases: [{ of: "call", before: { state: "failed" }, after: { state: "passed", text: "0" } }],
    });
  });

  test("waits for the user if results change, goes live when they accept, and not again after a refusal", async () => {
    await create("double", "return args.n * 2;");
    await call("double", 2);
    const held = await change("double", "return args.n * 3;");
    expect(held).toMatchObject({ version: 2, live: false, note: expect.stringContaining("other results") });
    const [line] = await listOpenProofs(agentId);
    await acceptProof(agentId, line?.id ?? "");
    expect(await readAgentTool(agentId, "double")).toMatchObject({ version: 3, code: "return args.n * 3;" });
    expect(await newestProof(item("double"))).toMatchObject({ version: 3, state: "probation" });
    expect(await change("double", "return args.n * 4;")).toMatchObject({ live: false });
    const { proof } = await readItemProofs(item("double"));
    await discardProof(agentId, proof?.id ?? "");
    expect(await change("double", "return args.n * 4;")).toMatchObject({
      live: false,
      note: expect.stringContaining("discarded before"),
    });
    await expect(acceptProof(agentId, line?.id ?? "")).rejects.toMatchObject({ code: "conflict" });
  });

  test("that newly reaches outside waits, and a proof sends and stores nothing", async () => {
    await create("double", "return args.n * 2;");
    await call("double", 2);
    const code = "await state.set('seen', args.n); await fetch('https://a.example'); return args.n * 2;";
    expect(await change("double", code)).toMatchObject({ live: false });
    expect((await newestProof(item("double")))?.cases).toMatchObject([
      { after: { state: "skipped", text: "It would have sent GET a.example." } },
    ]);
    expect((await keysMarked(agentId)).keys).toEqual([]);
    expect(await sql()`select 1 from requests`).toEqual([]);
  });

  test("cannot go around the proof by a deletion", async () => {
    await create("double", "return args.n * 2;");
    await call("double", 2);
    const fields = { name: "double", description: "Doubles", parameter_schema: schema };
    await deleteTool(agentId, "double", by(changed));
    await expect(createTool(agentId, { ...fields, code: "throw 1;" }, by(changed))).rejects.toThrow(
      /was deleted.*fails 1 of 1 recorded calls.*another name/s,
    );
    expect(await createTool(agentId, { ...fields, code: "return 2 * args.n;" }, by(changed))).toMatchObject({
      version: 3,
    });
  });

  test("follows the policy of the agent; a change by a person always goes live", async () => {
    await create("double", "return args.n * 2;");
    await call("double", 2);
    await changeSetting(agentId, "proofs", { policy: "ask" });
    expect(await updateTool(agentId, "double", { description: "Twice" }, by(changed))).toMatchObject({
      live: false,
    });
    expect(await updateTool(agentId, "double", { code: "return 1;" }, user)).toEqual({
      name: "double",
      version: 3,
    });
    expect(await newestProof(item("double"))).toMatchObject({ verdict: "changed", state: "probation" });
    await changeSetting(agentId, "proofs", { policy: "off" });
    await call("double", 2);
    expect(await change("double", "throw 1;")).toEqual({ name: "double", version: 4 });
  });
});

describe("probation", () => {
  test("ends at the first failure that the version before does not have, in the same call", async () => {
    await create("double", "if (args.n === 0) throw new Error('zero'); return args.n * 2;");
    await call("double", 0);
    const worse = "if (args.n > 5) throw new Error('much'); return args.n * 2;";
    await change("double", worse);
    expect(await live("double")).toBe(2);
    const failed = await call("double", 9);
    expect(failed.error).toContain("version 1 is live again, as version 3");
    expect(await readAgentTool(agentId, "double")).toMatchObject({
      version: 3,
      code: expect.stringContaining("zero"),
    });
    const { revisions } = await listRevisions(agentId, { kind: "tool", limit: 1 });
    expect(revisions).toMatchObject([{ cause: { returned: { version: 1, from: 2 } } }]);
    const [line] = await listOpenProofs(agentId);
    expect(line).toMatchObject({ state: "returned", reason: expect.stringContaining("much") });
    expect(await change("double", worse).catch((error: Error) => error)).toMatchObject({ live: false });
    expect(await live("double")).toBe(3);
    await acceptProof(agentId, line?.id ?? "");
    expect(await call("double", 9)).toMatchObject({ error: expect.stringContaining("much") });
    expect(await live("double")).toBe(5);
  });
});

describe("a component", () => {
  test("is rendered with examples and shown props, and goes back if a surface cannot render it", async () => {
    const component = (code: string) => `export default ({ n }) => <p>{n}</p>; ${code}`;
    const fields = { name: "Sum", description: "Adds", code: component("") };
    await createAuthoredComponent(agentId, fields, by(made));
    await keepExample(agentId, { kind: "component", name: "Sum", input: { n: 2 } }, signal);
    const update = (text: string) => updateComponent(agentId, "Sum", { code: component(text) }, by(changed));
    await expect(update("/* fails at 2 */")).rejects.toThrow(/not live, because it fails 1 of 1 examples/);
    expect(await update("/* fails at 9 */")).toEqual({ name: "Sum", version: 3 });
    expect(await watchFailure(agentId, "Sum", 3, { n: 4 })).toBe(false);
    expect(await watchFailure(agentId, "Sum", 3, { n: 9 })).toBe(true);
    expect(await readComponent(agentId, "Sum")).toMatchObject({ version: 4, code: fields.code });
    expect(await listOpenProofs(agentId)).toMatchObject([
      { kind: "component", state: "returned", version: 3 },
    ]);
  });
});

test("examples are limited in number and size, belong to their tool, and follow it", async () => {
  await create("double", "return args.n * 2;");
  const keep = (n: unknown) => keepExample(agentId, { kind: "tool", name: "double", input: { n } }, signal);
  await expect(keep("x".repeat(30_000))).rejects.toMatchObject({ code: "too_large" });
  for (let n = 0; n < 20; n++) await keep(n);
  await expect(keep(20)).rejects.toThrow("has 20 examples, the maximum");
  const { examples } = await readItemProofs(item("double"));
  expect(examples[3]).toMatchObject({ input: { n: 3 }, expected: { as: "equal", value: 6 } });
  await deleteTool(agentId, "double", user);
  await expect(readItemProofs(item("double"))).rejects.toMatchObject({ code: "not_found" });
  await createTool(
    agentId,
    { name: "double", description: "One", parameter_schema: schema, code: "return 1;" },
    user,
  );
  expect(await readItemProofs(item("double"))).toMatchObject({ examples: [], proof: null });
});

test("worsening changes are held, improving ones go live, and ones with other results are asked", async () => {
  const names = Array.from({ length: SERIES }, (_, index) => `tool_${index}`);
  const count = { held: 0, live: 0, asked: 0 };
  for (const [index, name] of names.entries()) {
    await create(name, `if (args.n === 0) throw new Error("zero"); return args.n * ${index + 2};`);
    await call(name, 1);
    await call(name, 0);
    const asked = await change(
      name,
      `if (args.n === 0) throw new Error("zero"); return args.n * ${index + 3};`,
    );
    if (asked.live === false) count.asked++;
    await change(name, `if (args.n > 0) throw new Error("${index}"); return 0;`).catch(() => count.held++);
    const better = await change(name, `return args.n * ${index + 2};`);
    if (better.live !== false && (await live(name)) === better.version) count.live++;
  }
  expect(count).toEqual({ held: SERIES, live: SERIES, asked: SERIES });
});
