import { randomUUID } from "node:crypto";
import { call } from "./call.ts";
import { BROKEN, made } from "./components.ts";
import { expect, test } from "./fixtures.ts";
import { raw } from "./raw.ts";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => call(url, method, path, body);
const send = (path: string, text: string) =>
  fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body: text });

const tool = (over: object = {}) => ({
  name: `t${randomUUID().replaceAll("-", "")}`,
  description: "Doubles",
  parameter_schema: { type: "object", properties: { n: { type: "number" } } },
  code: "return args.n * 2",
  ...over,
});

const exported = async (query = "") => (await fetch(`${url}/api/export${query}`)).json();
const top = async () => (await ask("GET", "/api/history?limit=1")).body.revisions[0];

test("exports the agent as one file and restores lost items by importing it", async () => {
  const { name } = tool();
  const key = `k${randomUUID()}`;
  expect((await ask("POST", "/api/agent-tools", tool({ name }))).status).toBe(200);
  const component = made();
  await ask("POST", "/api/components", component);
  await ask("PUT", `/api/state/${key}`, { value: { n: [1, "\u{1f600}"] } });
  await ask("PUT", "/api/prompt", { content: `Mine ${key}` });
  expect((await ask("PUT", "/api/memory/blob", { content: `Mine ${key}` })).status).toBe(200);
  expect((await ask("PUT", "/api/documents/schema", { schema: `Mine ${key}` })).status).toBe(200);

  const response = await fetch(`${url}/api/export`);
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="easel-agent-\d{4}-\d\d-\d\d\.json"$/,
  );
  const text = await response.text();
  const file = JSON.parse(text);
  // These sections have no versions and are omitted when empty. Other tests may have filled some.
  const beside = [
    "collections",
    "database",
    "files",
    "retention",
    "skillFiles",
    "servers",
    "settings",
    "profile",
  ];
  expect(Object.keys(file).filter((key) => !beside.includes(key))).toEqual([
    "easel",
    "format",
    "exportedAt",
    "prompt",
    "notes",
    "tools",
    "components",
    "skills",
    "state",
    "jobs",
    "memory",
    "blocks",
    "dbSchema",
    "facts",
    "boards",
    "projects",
    "history",
  ]);
  expect(file).toMatchObject({ easel: "agent", format: 1, prompt: `Mine ${key}` });
  expect(file.tools).toContainEqual({ ...tool({ name }), limits: null, enabled: true });
  expect(file.components).toContainEqual({ ...component, props_schema: null });
  expect(file.state).toContainEqual({ key, value: { n: [1, "\u{1f600}"] } });

  const again = await (await send("/api/import", text)).json();
  expect(again).toEqual({ at: null, same: expect.any(Number), changes: [] });

  await ask("DELETE", `/api/agent-tools/${name}`);
  await ask("DELETE", `/api/components/${component.name}`);
  await ask("DELETE", `/api/state/${key}`);
  await ask("PUT", "/api/prompt", { content: `Lost ${key}` });
  const preview = await (await send("/api/import/preview", text)).json();
  expect(preview).toMatchObject({ exportedAt: file.exportedAt, hash: expect.any(String) });
  const ours = preview.changes.map(({ kind, name, action }: Record<string, string>) => [kind, name, action]);
  expect(ours).toHaveLength(4);
  for (const one of [
    ["tool", name, "create"],
    ["component", component.name, "create"],
    ["state", key, "create"],
    ["system_prompt", "system_prompt", "change"],
  ])
    expect(ours).toContainEqual(one);
  expect((await send("/api/import?expect=0", text)).status).toBe(409);
  const done = await (await send(`/api/import?expect=${preview.hash}`, text)).json();
  expect(done).toEqual({ at: expect.any(String), same: preview.same, changes: preview.changes });
  expect(await ask("GET", `/api/agent-tools/${name}`)).toMatchObject({
    status: 200,
    body: { code: tool().code },
  });
  expect((await ask("GET", `/api/components/${component.name}`)).status).toBe(200);
  expect((await ask("GET", `/api/state/${key}`)).body).toEqual({ value: { n: [1, "\u{1f600}"] } });
  expect((await ask("GET", "/api/prompt")).body.content).toBe(`Mine ${key}`);
  expect(await top()).toMatchObject({ author: "import", createdAt: done.at, cause: { imported: {} } });

  const undo = new Date(Date.parse(done.at) - 1).toISOString();
  expect((await ask("POST", "/api/history/at", { at: undo })).body.revisions).toHaveLength(4);
  expect((await ask("GET", "/api/prompt")).body.content).toBe(`Lost ${key}`);
  expect((await ask("GET", `/api/agent-tools/${name}`)).status).toBe(404);
});

type File = Record<string, unknown> & { history: Record<string, unknown>[] };
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const json = (change: (file: File) => unknown) => (file: File) => JSON.stringify(change(file));

const HOSTILE: [what: string, text: (file: File) => string, status: number, path?: string][] = [
  ["not JSON", () => "PK\u0003\u0004", 400],
  ["a truncated file", (file) => JSON.stringify(file).slice(0, -9), 400],
  ["null", () => "null", 422, ""],
  ["a component", json(() => ({ easel: "component", ...made() })), 422, "easel"],
  ["twenty million nested lists", () => nested(20_000_000), 422],
  [
    "deep lists in a value",
    json((file) => ({ ...file, state: [{ key: "x", value: JSON.parse(nested(400)) }] })),
    422,
  ],
  ["millions of values", () => `{"history":[${"0,".repeat(20_000_000)}0]}`, 413],
  [
    "a million invalid entries",
    json((file) => ({ ...file, history: Array(1_000_000).fill(0) })),
    422,
    "history[0]",
  ],
  ["more than 50 MB", () => " ".repeat(51_000_000), 413],
  [
    "a __proto__ key",
    (file) => JSON.stringify(file).replace("{", '{"__proto__":{"admin":true},'),
    422,
    "__proto__",
  ],
  [
    "a __proto__ key in a value",
    (file) => JSON.stringify(file).replace('"state":[]', '"state":[{"key":"x","value":{"__proto__":1}}]'),
    422,
    "state[0].value.__proto__",
  ],
  [
    "a number out of range",
    (file) => JSON.stringify(file).replace('"state":[]', '"state":[{"key":"x","value":1e999}]'),
    422,
    "state[0].value",
  ],
  ["a component that does not compile", json(withComponent), 422, "components[0].code"],
  ["a tool that does not compile", json((file) => withTool(file, { code: "return {" })), 422, "tools[0]"],
  [
    "a tool with an invalid schema",
    json((file) => withTool(file, { parameter_schema: { type: "strnig" } })),
    422,
    "tools[0]",
  ],
  [
    "a tool with the name of a built-in one",
    json((file) => withTool(file, { name: "set_state" })),
    422,
    "history[2].name",
  ],
];

function withTool({ history, ...file }: File, over: object) {
  const { name, ...content } = { ...tool(), limits: null, ...over };
  return {
    ...file,
    tools: [{ name, ...content, enabled: true }],
    history: [...history, revision("tool", name, content)],
  };
}

function withComponent({ history, ...file }: File) {
  const { name, ...content } = { ...made({ code: BROKEN }), props_schema: null };
  return {
    ...file,
    components: [{ name, ...content }],
    history: [...history, revision("component", name, content)],
  };
}

const revision = (kind: string, name: string, content: unknown) => ({
  kind,
  name,
  version: 1,
  author: "agent",
  content,
  failure: null,
  live: true,
  createdAt: "2026-01-01T00:00:00.000Z",
});

for (const [what, text, status, path] of HOSTILE) {
  const tag = status === 413 ? "@long" : [];
  test(`returns ${status} quickly for a file that is ${what}, and changes nothing`, { tag }, async () => {
    const whole = await exported("?history=live");
    const kinds = ["system_prompt", "learned_notes"];
    const history = whole.history.filter(({ kind }: { kind: string }) => kinds.includes(kind));
    const { memory: _, dbSchema: __, ...rest } = whole;
    const body = text({ ...rest, tools: [], components: [], state: [], blocks: [], facts: [], history });
    const before = await top();
    for (const address of ["/api/import/preview", "/api/import"]) {
      const start = performance.now();
      const headers = { "content-type": "application/json" };
      const answer = await raw(url, { method: "POST", path: address, body, headers });
      expect([address, answer.status]).toEqual([address, status]);
      const { error } = JSON.parse(answer.text);
      if (path !== undefined) expect(error.details[0].path).toBe(path);
      expect(performance.now() - start).toBeLessThan(10_000);
    }
    expect(await top()).toEqual(before);
    expect((await ask("GET", "/api/health")).status).toBe(200);
  });
}

test("serves other requests while a client does not read its export", async () => {
  const left = await Promise.all(Array.from({ length: 12 }, () => fetch(`${url}/api/export`)));
  await Promise.all(left.map(({ body }) => body?.cancel()));
  expect((await ask("PUT", `/api/state/k${randomUUID()}`, { value: 1 })).status).toBe(200);
  expect((await fetch(`${url}/api/export`, { method: "HEAD" })).status).toBe(200);
  expect((await ask("GET", "/api/export?history=none")).status).toBe(422);
});
