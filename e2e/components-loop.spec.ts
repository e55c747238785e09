import { randomUUID } from "node:crypto";
import { chunks, spoken, Talk } from "./api.ts";
import { call } from "./call.ts";
import { BROKEN, BUTTON, made, shownIn, unique, waiting } from "./components.ts";
import { componentWaits } from "./crash/component.ts";
import { expect, test } from "./fixtures.ts";

test.describe.configure({ mode: "serial" });

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});

const ask = (method: string, path: string, body?: unknown) => call(url, method, path, body);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const hash = expect.stringMatching(/^[0-9a-f]{64}$/);

async function create(over: object = {}) {
  const fields = made(over);
  expect((await ask("POST", "/api/components", fields)).status).toBe(200);
  return { name: fields.name, path: `/api/components/${fields.name}` };
}

test("the agent writes components with its tools, and the history names the calls", async () => {
  const fields = made();
  const { name } = fields;
  const talk = new Talk(url);
  await chunks(
    await talk.say(
      "go",
      { tool: "create_ui_component", input: fields },
      { tool: "update_ui_component", input: { name, description: "Changed" } },
      {
        tools: [
          { tool: "read_ui_component", input: { name } },
          { tool: "read_ui_component", input: { name, version: 1 } },
          { tool: "list_ui_components", input: {} },
        ],
      },
      { tool: "delete_ui_component", input: { name } },
      { tool: "delete_ui_component", input: { name } },
      { text: "done" },
    ),
  );
  const { messages } = await talk.until("completed");
  const parts = messages.flatMap(({ parts }) => parts.filter((part) => part.toolCallId));
  const { code } = fields;
  expect(parts.map(({ output }) => output)).toEqual([
    { name, version: 1 },
    { name, version: 2 },
    { name, description: "Changed", code, props_schema: null, version: 2 },
    { name, description: "A button", code, props_schema: null, version: 1 },
    { components: expect.arrayContaining([{ name, description: "Changed", version: 2, props: "" }]) },
    { deleted: true },
    { deleted: false },
  ]);
  const { body } = await ask("GET", `/api/history?kind=component&name=${name}`);
  const first = body.revisions.at(-1);
  expect(first).toMatchObject({
    author: "agent",
    cause: {
      conversationId: talk.id,
      messageId: messages[1]?.id,
      runId: uuid,
      toolCallId: parts[0]?.toolCallId,
    },
  });
});

test("a waiting component stays as it was shown after reloads, changes and its deletion", async () => {
  const { name, path } = await create();
  const { talk, toolCallId, shown } = await waiting(url, { component: name, props: { label: "x" } });
  expect(shown).toEqual({ bundle: hash, answers: true, name, version: 1 });
  await ask("PATCH", path, { code: BUTTON.replace("save", "send") });
  await ask("DELETE", path);
  expect(shownIn(await talk.read(), toolCallId)).toEqual(shown);
  const { body } = await ask("GET", `/api/bundles/${shown?.bundle}`);
  expect(JSON.parse(body.map).sourcesContent?.[0] ?? body.js).toContain("save");
});

test("accepts any JSON object of at most 1 MB with an action as the answer, and only the first answer", async () => {
  const { talk, toolCallId } = await waiting(url, { code: BUTTON });
  const large = { action: "save", data: "x".repeat(1_000_000) };
  for (const output of [{}, { action: "" }, { action: 1 }, "save", null, [], { n: 1 }, large]) {
    const response = await talk.answer(toolCallId, output);
    const { error } = await response.json();
    expect([response.status, error.details[0].path]).toEqual([422, expect.stringMatching(/^output/)]);
  }
  const outputs = [1, 2, 3].map((n) => ({ action: "save", board: [{ n }, [null]], toString: "x" }));
  const answers = await Promise.all(outputs.map((output) => talk.answer(toolCallId, output)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await Promise.all(answers.map((each) => each.text()));
  const { messages } = await talk.until("completed");
  const part = messages[1]?.parts.find((each) => each.toolCallId === toolCallId);
  expect(outputs).toContainEqual(part?.output);
});

test("a component that cannot be shown is an error for the model, which continues", async () => {
  const props_schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
  const { name } = await create({ props_schema });
  for (const [input, error] of [
    [{ code: BROKEN }, /does not compile: .*\(line \d+, column \d+\)/s],
    [{ component: unique() }, /There is no component/],
    [{ component: name }, /do not fit the props_schema .*props: .*"n"/s],
    [{ component: name, props: { n: "1" } }, /props\.n: /],
    [{ component: name, code: BUTTON }, /either component or code/],
    [{}, /either component or code/],
  ] as const) {
    const talk = new Talk(url);
    expect(
      spoken(await chunks(await talk.say("go", { tool: "render_and_wait", input }, { text: "so" }))),
    ).toBe("so");
    const { messages, asks } = await talk.until("completed");
    expect(asks).toEqual([]);
    expect(messages[1]?.parts.find(({ toolCallId }) => toolCallId)?.errorText).toMatch(error);
  }
});

const multiplied = Object.fromEntries(
  [..."abcdefgh"].map((name, at) => [name, { allOf: Array(12).fill({ $ref: `#/$defs/${"bcdefghi"[at]}` }) }]),
);
const HOSTILE: [name: string, schema: object, props: object, isRefused: boolean][] = [
  [
    "a pattern that backtracks",
    { properties: { a: { pattern: "^(a+)+$" } } },
    { a: `${"a".repeat(60)}!` },
    false,
  ],
  ["an endless reference", { $ref: "#" }, {}, true],
  [
    "references that multiply exponentially",
    { $ref: "#/$defs/a", $defs: { ...multiplied, i: {} } },
    {},
    true,
  ],
  ["190 nested levels", JSON.parse(`${'{"not":'.repeat(190)}{}${"}".repeat(190)}`), {}, true],
  ["a broken pattern", { properties: { a: { pattern: "(" } } }, {}, true],
  ["a remote reference", { properties: { a: { $ref: "http://127.0.0.1:1/x.json" } } }, {}, true],
];
for (const [name, props_schema, props, isRefused] of HOSTILE) {
  test(`a schema with ${name} does not block other requests`, async () => {
    const body = made({ props_schema });
    const [answer, health] = await Promise.all([
      ask("POST", "/api/components", body),
      ask("GET", "/api/health"),
    ]);
    expect([answer.status, health.status]).toEqual([isRefused ? 422 : 200, 200]);
    if (isRefused) return;
    const talk = new Talk(url);
    const input = { component: body.name, props };
    await chunks(await talk.say("go", { tool: "render_and_wait", input }, { text: "so" }));
    const { messages } = await talk.until("completed");
    expect(messages[1]?.parts.find(({ toolCallId }) => toolCallId)?.errorText).toContain(
      "does not match the pattern",
    );
  });
}

test("the demo shows a component when the user types the call", async () => {
  const talk = new Talk(url);
  const text = `/render_and_wait ${JSON.stringify({ code: BUTTON, title: "By hand" }, null, 2)}`;
  const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text }] };
  await chunks(await talk.send({ message, model: "demo" }));
  const { asks } = await talk.until("waiting");
  expect(asks[0]?.input).toEqual({ code: BUTTON, title: "By hand" });
  const reply = spoken(await chunks(await talk.answer(asks[0]?.toolCallId ?? "", { action: "save", n: 1 })));
  expect(reply).toContain("`render_and_wait` came back with");
  expect(reply).toContain('"n": 1');
});

test("a waiting component survives a stop of the server", { tag: "@long" }, async ({
  easel,
  provider,
  folder,
}) => {
  const { after } = await componentWaits({ easel, provider, folder });
  await easel.stop();
  await easel.start();
  await after();
});
