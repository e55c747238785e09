import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chunks, stage, textIn } from "@/lib/agent/loop/testing/stage";
import { type Equipment, standard } from "@/lib/agent/message/equipment";
import { makeModel } from "@/lib/models/providers/index";
import { providers } from "@/lib/models/providers/providers";
import { type ModelServer, modelServer } from "@/lib/models/providers/testing/server";
import { changeSetting } from "@/lib/store/agents/change-settings";

type Raw = string | { status?: number; type?: string; body: string };
let answers: Raw[] = [];
let server: ModelServer;
let scene: Awaited<ReturnType<typeof stage>>;

beforeAll(async () => {
  server = await modelServer(({ method }) => {
    if (method === "GET") return { body: { data: [] } };
    const raw = answers.shift() ?? { status: 400, body: "no more answers" };
    return typeof raw === "string" ? { type: "text/event-stream", body: raw } : raw;
  });
  const equipment: Equipment = {
    ...standard,
    resolveModel: () => makeModel(providers["openai-compatible"], "m", { baseUrl: server.url }),
  };
  scene = await stage(equipment);
  // A title would take one of the answers.
  await changeSetting(scene.agentId, "general", { titles: "words" });
});
afterAll(() => Promise.all([scene.close(), server.close()]));
beforeEach(() => {
  server.asked.length = 0;
});

const event = (choice: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, finish_reason: null, ...choice }], ...more })}\n\n`;
const streamed = (...contents: string[]) =>
  contents.map((content, at) =>
    event({ delta: { content }, finish_reason: at === contents.length - 1 ? "stop" : null }),
  );
const done = "data: [DONE]\n\n";

async function play(...raw: Raw[]) {
  answers = raw;
  const talk = scene.conversation();
  const stream = await chunks(await talk.say("go"));
  const view = await talk.read();
  return { talk, stream, run: view.run, parts: view.messages.at(-1)?.parts ?? [] };
}

const prose = (parts: Awaited<ReturnType<typeof play>>["parts"]) =>
  parts.flatMap((part) =>
    part.type === "text" || part.type === "reasoning" ? [[part.type, part.text]] : [],
  );

describe("reasoning in tags", () => {
  test.each([
    ["split over deltas", ["<think>secret plan</th", "ink>\n\nthe answer"]],
    ["without the opening tag", ["secret plan</think>", "\n\nthe answer"]],
    ["without the opening tag again", ["secret plan", "</think>", "the answer"]],
  ])("reasoning %s becomes a reasoning part and is not sent again", async (_, contents) => {
    const { talk, parts } = await play([...streamed(...contents), done].join(""));
    expect(prose(parts)).toEqual([
      ["reasoning", "secret plan"],
      ["text", "the answer"],
    ]);
    answers = [[...streamed("<think>more</think>Yes."), done].join("")];
    await chunks(await talk.say("and?"));
    const body = server.asked.at(-1)?.body ?? "";
    expect(body).toContain("the answer");
    expect(body).not.toMatch(/secret plan|think>/);
  });

  test("reads reasoning_content as reasoning, and a quoted tag in code as text", async () => {
    const thinking = event({ delta: { reasoning_content: "plan" } });
    const { parts } = await play([thinking, ...streamed("Use:\n```\n<think>\n```"), done].join(""));
    expect(prose(parts)).toEqual([
      ["reasoning", "plan"],
      ["text", "Use:\n```\n<think>\n```"],
    ]);
    expect(textIn(parts)).toContain("<think>");
  });
});

describe("an unusual event", () => {
  const call = (toolCall: object, finish: string | null = null) =>
    event({ delta: { tool_calls: [toolCall] }, finish_reason: finish });
  const set = { name: "set_state", arguments: '{"key":"odd","value":1}' };

  test.each<[string, string[]]>([
    [
      "a ping",
      [
        ...streamed("whole", " answer").slice(0, 1),
        "event: ping\ndata: {}\n\n",
        ...streamed(" answer"),
        done,
      ],
    ],
    ["a ping without JSON", ["event: ping\ndata: now\n\n", ...streamed("whole answer"), done]],
    ["comments", [": keep-alive\n\n", ...streamed("whole answer"), ": keep-alive\n\n", done]],
    ["null", ["data: null\n\n", ...streamed("whole answer"), done]],
    [
      "no space after data:",
      [...streamed("whole answer").map((one) => one.replace("data: ", "data:")), done],
    ],
    ["CRLF line ends", [...streamed("whole answer"), done].map((one) => one.replaceAll("\n", "\r\n"))],
    ["no [DONE]", streamed("whole answer")],
    [
      "no choices",
      ['data: {"id":"c","object":"chat.completion.chunk"}\n\n', ...streamed("whole answer"), done],
    ],
    ["null as choices", ['data: {"id":7,"choices":null,"usage":{}}\n\n', ...streamed("whole answer"), done]],
    [
      "an unknown role",
      [event({ delta: { role: "model", content: "" } }), ...streamed("whole answer"), done],
    ],
    [
      "usage with invalid counts",
      [
        ...streamed("whole answer"),
        'data: {"id":"c","choices":[],"usage":{"prompt_tokens":null,"completion_tokens":"5","total_tokens":-1}}\n\n',
        done,
      ],
    ],
    ["usage as a string", [...streamed("whole answer"), 'data: {"choices":[],"usage":"many"}\n\n', done]],
  ])("%s does not change the answer", async (_, events) => {
    const { run, parts } = await play(events.join(""));
    expect(run).toMatchObject({ status: "completed", error: null });
    expect(textIn(parts)).toBe("whole answer");
  });

  test.each<[string, string[]]>([
    ["an id that is a number", [call({ index: 0, id: 7, function: set }, "tool_calls")]],
    ["no index", [call({ id: "a", function: set }, "tool_calls")]],
    [
      "no index in any piece",
      [
        call({ id: "a", function: { name: "set_state", arguments: "" } }),
        call({ function: { arguments: set.arguments } }, "tool_calls"),
      ],
    ],
    ["an index as a string", [call({ index: "0", id: "a", function: set }, "tool_calls")]],
    ["no id", [call({ index: 0, function: set }, "tool_calls")]],
    [
      "an object as arguments",
      [
        call(
          { index: 0, id: "a", function: { name: "set_state", arguments: { key: "odd", value: 1 } } },
          "tool_calls",
        ),
      ],
    ],
  ])("a call with %s is executed", async (_, events) => {
    const { parts } = await play([...events, done].join(""), [...streamed("Done."), done].join(""));
    expect(parts).toContainEqual(
      expect.objectContaining({
        type: "tool-set_state",
        state: "output-available",
        input: { key: "odd", value: 1 },
      }),
    );
    expect(textIn(parts)).toBe("Done.");
  });
});

test.each<[string, Raw, string]>([
  [
    "plain text with 400",
    { status: 400, type: "text/plain", body: "model x does not support tools" },
    "model x does not support tools",
  ],
  ["a JSON document with 200", { body: '{"error":{"message":"model not loaded"}}' }, "model not loaded"],
  ["a string in an event", 'data: {"error":"model ran out of memory"}\n\n', "model ran out of memory"],
  ["an event of vLLM", 'data: {"object":"error","message":"too hot","code":400}\n\n', "too hot"],
  ["detail with 422", { status: 422, body: '{"detail":[{"msg":"Field required"}]}' }, "Field required"],
])("quotes the message of an error in %s", async (_, raw, message) => {
  const { run } = await play(raw, raw, raw, raw);
  expect(run).toMatchObject({
    status: "failed",
    error: { message: expect.stringContaining(`“${message}”`) },
  });
});
