import { randomUUID } from "node:crypto";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => call(url, method, path, body);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);

const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
const made = (over: object = {}) => ({
  name: `tool_${randomUUID().replaceAll("-", "")}`,
  description: "Doubles a number",
  parameter_schema: schema,
  code: "console.log('doubling', args.n);\nreturn args.n * 2;",
  ...over,
});

async function create(over: object = {}) {
  const fields = made(over);
  const answer = await ask("POST", "/api/agent-tools", fields);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...fields, path: `/api/agent-tools/${fields.name}` };
}

const history = async (name: string) =>
  (await ask("GET", `/api/history?kind=tool&name=${name}`)).body.revisions.map(
    ({ version, author, deleted }: { version: number; author: string; deleted: boolean }) =>
      `${version} ${author}${deleted ? " deleted" : ""}`,
  );

test("creates, reads, changes, lists and deletes a tool", async () => {
  const { path, ...fields } = await create({ limits: { wallMs: 1_000 } });
  const read = { ...fields, enabled: true, version: 1, updatedAt: time };
  expect(await ask("GET", path)).toEqual({ status: 200, body: read });
  const change = { description: "Doubles", limits: null, version: 1 };
  const changed = { ...read, description: "Doubles", limits: null, version: 2 };
  expect(await ask("PATCH", path, change)).toEqual({ status: 200, body: changed });
  expect(await ask("PATCH", path, { description: "Doubles" })).toEqual({ status: 200, body: changed });
  const { tools } = (await ask("GET", "/api/agent-tools")).body;
  expect(tools.find((one: { name: string }) => one.name === fields.name)).toEqual(changed);
  expect(await ask("DELETE", path)).toEqual({ status: 200, body: { deleted: true } });
  for (const [method, at, body] of [
    ["GET", path],
    ["DELETE", path],
    ["PATCH", path, {}],
    ["POST", `${path}/run`, { args: {} }],
  ] as const)
    expect((await ask(method, at, body)).body.error, method).toMatchObject({ code: "not_found" });
  const again = await ask("POST", "/api/agent-tools", fields);
  expect(again.body.version).toBe(4);
  expect(await history(fields.name)).toEqual(["4 person", "3 person deleted", "2 person", "1 person"]);
});

test("returns 409 when a tool has changed since it was read", async () => {
  const { path } = await create();
  const patch = (version: string, description: string) =>
    fetch(`${url}${path}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", "if-match": version },
      body: JSON.stringify({ description }),
    });
  expect((await patch('"1"', "Mine")).status).toBe(200);
  const late = await patch('"1"', "Theirs");
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({ error: { code: "conflict", details: { version: 2 } } });
  expect((await patch('"soon"', "Theirs")).status).toBe(400);
  expect((await ask("PATCH", path, { code: "return 1", version: 1 })).status).toBe(409);
  const deletion = await fetch(`${url}${path}`, { method: "DELETE", headers: { "if-match": '"1"' } });
  expect(deletion.status).toBe(409);
  expect((await ask("GET", path)).body).toMatchObject({ description: "Mine", version: 2 });
});

test("runs a tool by hand with the agent's state, even if the tool is disabled", async () => {
  const key = randomUUID();
  const code = `console.log("was", await state.get("${key}")); await state.set("${key}", args.n); return args`;
  const properties = { n: { type: "number" }, unit: { type: "string", default: "g" } };
  const { path } = await create({ code, parameter_schema: { ...schema, properties } });
  expect((await ask("PATCH", path, { enabled: false })).body).toMatchObject({ enabled: false, version: 1 });
  const run = await ask("POST", `${path}/run`, { args: { n: 5 } });
  expect(run).toEqual({ status: 200, body: { result: { n: 5, unit: "g" }, logs: ["was null"] } });
  expect((await ask("GET", `/api/state/${key}`)).body).toEqual({ value: 5 });
  const { revisions } = (await ask("GET", `/api/history?kind=state&name=${key}`)).body;
  expect(revisions).toMatchObject([{ author: "person", cause: null }]);
});

test("returns the error and the logs of a failed manual run", async () => {
  const { path } = await create({ code: "console.log('here');\nthrow new Error('no bread')" });
  const wrong = await ask("POST", `${path}/run`, { args: { n: "five" } });
  expect(wrong.status).toBe(422);
  expect(wrong.body.error.message).toContain('args.n: Instance type "string" is invalid');
  expect(wrong.body.error.details).toMatchObject([{ path: "args.n" }]);
  const thrown = await ask("POST", `${path}/run`, { args: { n: 5 } });
  expect(thrown.status).toBe(422);
  expect(thrown.body.error).toMatchObject({
    message: expect.stringMatching(/no bread.*line 2/s),
    details: { logs: ["here"] },
  });
  for (const body of [undefined, {}, { args: {}, more: 1 }])
    expect([400, 422]).toContain((await ask("POST", `${path}/run`, body)).status);
});

const deep = () => {
  let schema: object = {};
  for (let level = 0; level < 150; level++) schema = { not: schema };
  return { type: "object", properties: { a: schema } };
};
const GARBAGE: [name: string, body: unknown, status: number, about: RegExp][] = [
  ["an empty body", undefined, 400, /empty/],
  ["a list", [], 422, /expected object/],
  ["no code", { code: undefined }, 422, /code/],
  ["code that does not compile", { code: "const a = 1;\nreturn a +;" }, 422, /line 2, column 11/],
  ["code of 200,001 characters", { code: "x".repeat(200_001) }, 422, /200,000/],
  ["a body of 3 MB", { code: "x".repeat(3_000_000) }, 413, /large/],
  ["code with U+0000", { code: "return 1\0" }, 422, /stored/],
  ["an empty name", { name: "" }, 422, /lowercase letter/],
  ["a name that is a path", { name: "../a" }, 422, /lowercase letter/],
  ["a long name", { name: "a".repeat(65) }, 422, /64/],
  ["the name __proto__", { name: "__proto__" }, 422, /lowercase letter/],
  ["the name of a built-in tool", { name: "set_state" }, 422, /built-in/],
  ["load_toolset", { name: "load_toolset" }, 422, /built-in/],
  ["no description", { description: " " }, 422, /description/],
  ["an unknown field", { owner: "me" }, 422, /owner/],
  ["a version", { version: 1 }, 422, /version/],
  ["a memory limit above the maximum", { limits: { memoryMb: 65 } }, 422, /limits.memoryMb/],
  ["an unknown limit", { limits: { disk: 1 } }, 422, /limits.disk/],
  ["a schema that is a list", { parameter_schema: [] }, 422, /parameter_schema/],
  ["a schema of another type", { parameter_schema: { type: "string" } }, 422, /its type is object/],
  ["a schema without a type", { parameter_schema: {} }, 422, /"type": "object"/],
  ["a broken schema", { parameter_schema: { ...schema, required: "n" } }, 422, /required that is not a list/],
  [
    "a remote reference",
    { parameter_schema: { ...schema, properties: { a: { $ref: "http://127.0.0.1/" } } } },
    422,
    /not in it/,
  ],
  [
    "an invalid pattern",
    { parameter_schema: { ...schema, properties: { a: { pattern: "(" } } } },
    422,
    /pattern/,
  ],
  ["a schema of 150 levels", { parameter_schema: deep() }, 422, /nested too deep/],
  ["a schema that refers to itself", { parameter_schema: { type: "object", $ref: "#" } }, 422, /endlessly/],
  ["a large schema", { parameter_schema: { type: "object", title: "x".repeat(20_000) } }, 422, /20,000/],
];
for (const [name, over, status, about] of GARBAGE) {
  test(`returns ${status} for ${name}`, async () => {
    const isWhole = typeof over === "object" && over !== null && !Array.isArray(over);
    const answer = await ask("POST", "/api/agent-tools", isWhole ? made(over) : over);
    expect(answer.status).toBe(status);
    expect(answer.body.error.message).toMatch(about);
  });
}

test("checks code without storing or running it, also for a tool named check", async () => {
  const look = (body: unknown) => ask("POST", "/api/agent-tools/check", body);
  expect(await look({ code: "while (true);" })).toEqual({ status: 200, body: { ok: true } });
  expect(await look({ code: "const a = 1;\nreturn a +;" })).toMatchObject({
    status: 200,
    body: { ok: false, line: 2, column: 11, message: expect.stringContaining("does not compile") },
  });
  for (const body of [{}, { code: " " }, { code: 1 }, { code: "return 1", name: "x" }])
    expect((await look(body)).status).toBe(422);
  const { path } = await create({ name: "check" });
  expect((await ask("PATCH", path, { limits: { cpuMs: 100 } })).body).toMatchObject({ version: 2 });
  expect((await ask("POST", `${path}/run`, { args: { n: 2 } })).body).toMatchObject({ result: 4 });
  expect((await ask("GET", path)).body).toMatchObject({ name: "check", limits: { cpuMs: 100 } });
  expect((await ask("DELETE", path)).status).toBe(200);
});

test("serves other requests while a pattern of a tool's schema backtracks", async () => {
  const properties = { a: { type: "string", pattern: "^(a+)+$" } };
  const { path } = await create({ parameter_schema: { type: "object", properties } });
  const run = ask("POST", `${path}/run`, { args: { a: `${"a".repeat(60)}!` } });
  const began = performance.now();
  expect((await ask("GET", "/api/state/none")).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(1_000);
  expect((await run).body.error).toMatchObject({
    code: "invalid",
    message: expect.stringContaining("does not match the pattern"),
  });
});

test("applies mode, policy, switch and statistics to the toolset of agent-made tools", async () => {
  const { name, path } = await create();
  const own = async () =>
    (await ask("GET", "/api/tools")).body.toolsets.find(({ id }: { id: string }) => id === "own");
  const toolOf = async () => (await own()).tools.find((tool: { name: string }) => tool.name === name);
  expect(await own()).toMatchObject({
    title: "Agent-made tools",
    category: "making",
    mode: "on",
    available: true,
  });
  expect(await toolOf()).toMatchObject({
    inputSchema: schema,
    policy: "allow",
    enabled: true,
    pauses: false,
    version: 1,
    stats: { calls: 0, failures: 0, medianMs: null, lastAt: null },
  });
  const switched = await ask("PATCH", `/api/tools/${name}`, { enabled: false, policy: "ask" });
  expect(switched.body.tool).toMatchObject({ enabled: false, policy: "ask" });
  expect((await ask("GET", path)).body).toMatchObject({ enabled: false, version: 1 });
  await ask("PATCH", path, { enabled: true });
  expect(await toolOf()).toMatchObject({ enabled: true, policy: "ask" });
  const mode = await ask("PATCH", "/api/toolsets/own", { mode: "on_demand" });
  expect(mode.body.toolset).toMatchObject({ id: "own", mode: "on_demand" });
  await ask("PATCH", "/api/toolsets/own", { mode: "on" });
});

test("returns the assembled prompt with token counts", async () => {
  const { name } = await create();
  const { status, body } = await ask("GET", "/api/prompt/assembled");
  expect(status).toBe(200);
  expect(body).toMatchObject({ model: "openai-compatible/fake-model", isExact: false });
  expect(body.parts.map(({ id }: { id: string }) => id)).toEqual(
    expect.arrayContaining(["identity", "state", "tools", "own", "clock"]),
  );
  expect(body.tools.find((tool: { name: string }) => tool.name === name)).toMatchObject({
    toolset: "own",
    description: "Doubles a number",
    schema,
    tokens: expect.any(Number),
  });
  const none = await ask("GET", `/api/prompt/assembled?conversation=${randomUUID()}`);
  expect(none.status).toBe(404);
  expect((await ask("GET", "/api/prompt/assembled?conversation=x")).status).toBe(422);
});
