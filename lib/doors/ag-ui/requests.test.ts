import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/lib/store/db";
import { agUiDoor, readRun } from "./testing/door";

let door: Awaited<ReturnType<typeof agUiDoor>>;
let robot: Awaited<ReturnType<typeof door.enter>>;
beforeAll(async () => {
  door = await agUiDoor();
  robot = await door.enter();
});
afterAll(() => door.scene.close());

const user = { id: "1", role: "user", content: "Hi." };
const input = (more: object) => ({ threadId: "t", runId: "r", messages: [user], ...more });
const says = (content: unknown, more: object = {}) => input({ messages: [{ ...user, content, ...more }] });
const part = (source: unknown, type = "image") => says([{ type, source }]);
const tool = (more: object) => input({ tools: [{ name: "look", description: "Looks", ...more }] });
const LONG = "x".repeat(1_000_001);
let deep: unknown = {};
for (let at = 0; at < 3_000; at++) deep = { deep };

/** Bodies of `POST /ag-ui`, with the parameter that the error names. */
const BODIES: [body: unknown, param: string | null][] = [
  ["", null],
  ["{", null],
  ["[]", null],
  ["null", null],
  ['"text"', null],
  ['{"threadId":"t","__proto__":{"runId":"r"}}', null],
  [{}, "threadId"],
  [input({ threadId: 7 }), "threadId"],
  [input({ threadId: "" }), "threadId"],
  [input({ threadId: "x".repeat(201) }), "threadId"],
  [input({ threadId: null }), "threadId"],
  [input({ runId: undefined }), "runId"],
  [input({ runId: {} }), "runId"],
  [input({ runId: "" }), "runId"],
  [input({ messages: undefined }), "messages"],
  [input({ messages: null }), "messages"],
  [input({ messages: {} }), "messages"],
  [input({ messages: [] }), "messages"],
  [input({ messages: [null] }), "messages[0]"],
  [input({ messages: [7] }), "messages[0]"],
  [input({ messages: [{}] }), "messages[0].role"],
  [input({ messages: [{ role: "user", content: "x" }] }), "messages[0].id"],
  [input({ messages: [{ id: "1", role: "critic", content: "x" }] }), "messages[0].role"],
  [input({ messages: [{ id: "1", role: "system", content: "x" }] }), "messages"],
  [input({ messages: [{ id: "1", role: "assistant", content: "x" }] }), "messages"],
  [input({ messages: Array.from({ length: 5_001 }, (_, at) => ({ ...user, id: `${at}` })) }), "messages"],
  [input({ messages: [user, { id: "2", role: "assistant", content: 7 }] }), "messages[1].content"],
  [
    input({ messages: [user, { id: "2", role: "assistant", toolCalls: [{}] }] }),
    "messages[1].toolCalls[0].id",
  ],
  [
    input({
      messages: [
        user,
        {
          ...{ id: "2", role: "assistant" },
          toolCalls: [{ id: "c", type: "function", function: { name: "y".repeat(65), arguments: "" } }],
        },
      ],
    }),
    "messages[1].toolCalls[0].function.name",
  ],
  [input({ messages: [user, { id: "2", role: "tool", content: "x" }] }), "messages[1].toolCallId"],
  [
    input({ messages: [user, { id: "2", role: "tool", content: 7, toolCallId: "c" }] }),
    "messages[1].content",
  ],
  [
    input({
      messages: [
        user,
        {
          ...{ id: "2", role: "tool", toolCallId: "c" },
          content: [{ type: "image", source: { type: "data", value: "eA==", mimeType: "image/png" } }],
        },
      ],
    }),
    "messages[1].content",
  ],
  [says(undefined), "messages[0].content"],
  [says(7), "messages[0].content"],
  [says(""), "messages[0]"],
  [says("   "), "messages[0]"],
  [says([]), "messages[0]"],
  [says(LONG), "messages[0].content"],
  [says([{ type: "text", text: LONG }]), "messages[0].content[0].text"],
  [says([{ type: "text" }]), "messages[0].content[0].text"],
  [says([{ type: "video_call" }]), "messages[0].content[0].type"],
  [part(undefined), "messages[0].content[0].source"],
  [part({ type: "url", value: "https://a.test/x.png" }), "messages[0].content[0].source"],
  [part({ type: "url", value: "file:///etc/passwd" }), "messages[0].content[0].source"],
  [part({ type: "file", value: "file-1" }), "messages[0].content[0].source"],
  [part({ type: "data", value: "!", mimeType: "image/png" }), "messages[0].content[0].source"],
  [part({ type: "data", value: "eA==", mimeType: "image/svg+xml" }), "messages[0].content[0].source"],
  [part({ type: "data", value: "eA==", mimeType: "video/mp4" }, "video"), "messages[0].content[0].source"],
  [input({ tools: {} }), "tools"],
  [input({ tools: [{}] }), "tools[0].name"],
  [tool({ name: "no spaces" }), "tools[0].name"],
  [tool({ name: "set_state" }), "tools[0].name"],
  [tool({ parameters: 7 }), "tools[0].parameters"],
  [tool({ parameters: { type: "nothing" } }), "tools[0].parameters"],
  [tool({ description: "x".repeat(10_001) }), "tools[0].description"],
  [input({ tools: [1, 2].map(() => ({ name: "look", description: "" })) }), "tools[1].name"],
  [input({ tools: Array.from({ length: 129 }, (_, at) => ({ name: `t${at}`, description: "" })) }), "tools"],
  [input({ context: {} }), "context"],
  [input({ context: [{ description: "x" }] }), "context[0].value"],
  [input({ context: [{ description: "x", value: LONG }] }), "context[0].value"],
  [input({ resume: {} }), "resume"],
  [input({ resume: [{}] }), "resume[0].interruptId"],
  [input({ resume: [{ interruptId: "x", status: "approved" }] }), "resume[0].status"],
  [input({ resume: [{ interruptId: "", status: "resolved" }] }), "resume[0].interruptId"],
  [input({ resume: Array(201).fill({ interruptId: "x", status: "resolved" }) }), "resume"],
  [input({ protocolVersion: 1 }), "protocolVersion"],
  [input({ parentRunId: 7 }), "parentRunId"],
  [input({ state: deep }), null],
  [input({ forwardedProps: "\u0000" }), null],
];

describe("invalid requests get 400 and name the field", () => {
  test.each(BODIES.map(([body, param], at) => [at, param, body] as const))(
    "%i: %s",
    async (_, param, body) => {
      const { status, text } = await robot.post(body);
      const { error } = JSON.parse(text);
      expect({ status, param: error.param, text }).toMatchObject({ status: 400, param });
      expect(error.message.length).toBeLessThan(2_000);
      if (param !== null) expect(error.message).toContain(param);
    },
  );

  test("none has begun a conversation", async () => {
    const rows = await sql()`select 1 from responses`;
    expect(rows).toHaveLength(0);
  });
});

test("returns 401 without a valid token, 404 for an unknown agent, and 403 for a token of other tools", async () => {
  for (const authorization of ["", "Bearer x", "Basic x"])
    expect((await robot.post(input({}), { authorization })).status).toBe(401);
  expect((await robot.post(input({}), {}, "/nobody")).status).toBe(404);
  const limited = await door.enter(["get_state"]);
  expect((await limited.post(input({}))).status).toBe(403);
  door.play({ text: "Hello." });
  expect((await robot.post(input({}), {}, `/${door.scene.agentId}`)).status).toBe(200);
});

test("returns 429 if a token has too many open requests", async () => {
  const busy = await door.enter();
  const written = Promise.withResolvers<void>();
  door.play(...Array.from({ length: 40 }, () => ({ text: "Hello.", until: written.promise })));
  const all = Array.from({ length: 40 }, (_, at) => busy.post(input({ threadId: `${at}` })));
  const refused = await Promise.any(
    all.map(async (one) => ((await one).status === 429 ? one : Promise.reject())),
  );
  expect(refused.headers.get("retry-after")).toBe("1");
  written.resolve();
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(32);
});

test("a run that cannot begin reports it with its first events", async () => {
  const { text } = await robot.post({ ...input({ threadId: "t2" }) });
  await readRun(text);
  const unknown = await robot.post({
    ...input({ threadId: "t2" }),
    messages: [user, { id: "9", role: "tool", toolCallId: "call_0", content: "x" }],
  });
  expect(unknown.status).toBe(200);
  const { error } = await readRun(unknown.text);
  expect(error).toMatchObject({ code: "call_not_found", message: expect.stringContaining("messages[1]") });
});
