import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { chatModel, sdkChatModel } from "@/lib/models/providers/chat/chat-model";
import { diagnose } from "@/lib/models/providers/failure";
import { chatServer } from "@/lib/models/providers/openai-compatible";
import { closedAddress, type ModelServer, modelServer } from "@/lib/models/providers/testing/server";
import { directive } from "../provider/directive";
import { random } from "../provider/random";
import { type Provider, startProvider } from "../provider/server";
import type { Part } from "../provider/turn";

/*
 * Compares our reader of chat completions with that of the AI SDK: the same parts, errors and requests.
 */

/** Random answers to compare. */
const ANSWERS = isWhole ? 1_000 : 200;

let provider: Provider;
let server: ModelServer;
let answer: { status?: number; type?: string; body: string } = { body: "" };
beforeAll(async () => {
  [provider, server] = await Promise.all([startProvider(), modelServer(() => answer)]);
});
afterAll(() => Promise.all([provider.close(), server.close()]));

type Options = Partial<LanguageModelV4CallOptions>;
const user = (text: string): Options => ({ prompt: [{ role: "user", content: [{ type: "text", text }] }] });

async function outcome(model: LanguageModelV4, options: Options) {
  const parts: unknown[] = [];
  const ids = new Map<string, string>();
  let error: unknown;
  try {
    const { stream } = await model.doStream({ prompt: [], ...options });
    for await (const part of stream) parts.push(comparable(part, ids));
  } catch (thrown) {
    error = thrown;
  }
  return { parts: joined(parts), error: error === undefined ? undefined : failureOf(error) };
}

/** Removes differences that are allowed: generated ids, times, and the classes of errors. */
function comparable(part: LanguageModelV4StreamPart, ids: Map<string, string>): unknown {
  if (part.type === "error") return { type: "error", error: failureOf(part.error) };
  if (part.type === "response-metadata")
    return { ...part, id: part.id?.replace(/-.*/, ""), timestamp: part.timestamp !== undefined };
  const name = (id: string) => {
    const known = /^(call_)?[A-Za-z0-9]{16,}$/.test(id) ? (ids.get(id) ?? `generated ${ids.size}`) : id;
    ids.set(id, known);
    return known;
  };
  if (part.type === "tool-call") return { ...part, toolCallId: name(part.toolCallId) };
  return "id" in part && part.id !== undefined ? { ...part, id: name(part.id) } : part;
}

/** Joins deltas, because the sizes of network chunks differ. */
function joined(parts: unknown[]): unknown[] {
  const all: { type: string; id?: string; delta?: string }[] = [];
  for (const part of parts as typeof all) {
    const last = all.at(-1);
    if (part.delta !== undefined && last?.type === part.type && last.id === part.id) last.delta += part.delta;
    else all.push({ ...part });
  }
  return all;
}

function failureOf(error: unknown) {
  const { code, status, providerMessage } = diagnose(error);
  // The SDK's message about an event that it cannot read contains the errors of its own schema.
  return { code, status, ...(code !== "invalid_response" && { providerMessage }) };
}

async function both(url: string, options: Options) {
  const server = await chatServer("m", { apiKey: "key", baseUrl: url });
  return [await outcome(chatModel(server), options), await outcome(sdkChatModel(server), options)] as const;
}

const TURNS: Record<string, Part> = {
  text: { text: "Hello 🙂 you" },
  reasoning: { reasoning: "I think", text: "so." },
  "tokens as fast as possible": { tokens: 500 },
  "a call": { text: "See:", tool: "find", input: { a: [1, "ü"] } },
  "two calls": {
    tools: [
      { tool: "find", input: {} },
      { tool: "get", input: { b: 2 } },
    ],
  },
  "repeated call ids": {
    tools: [
      { tool: "find", input: {}, id: "x" },
      { tool: "get", input: {}, id: "x" },
    ],
  },
  "broken arguments": { tool: "find", rawArguments: '{"a":' },
  "the length as reason": { text: "cut of", finish: "length" },
  "a content filter": { text: "no", finish: "content_filter" },
  usage: { text: "x", usage: { input: 100, output: 20, cached: 40, reasoning: 5 } },
  "an error in the stream": { text: "half", error: "The server had an error" },
  "no final event": { text: "half", ends: true },
  "a connection that stays open": { text: "all", holds: true },
  "a refusal for the key": { status: 401, message: "Wrong key" },
  "a refusal with a wait": { status: 429, message: "Slow down", retryAfter: 30 },
  "a server error": { status: 503, message: "Overloaded" },
  "a wrong request": { status: 400, message: "Strange field", code: "strange" },
};

describe("our reader returns what the AI SDK's reader returns for", () => {
  test.each(Object.entries(TURNS))("%s", async (_, turn) => {
    const [ours, sdk] = await both(provider.urls.openai, user(directive(turn)));
    expect(ours).toEqual(sdk);
  });

  test.each([1, 2, 3, 4, 5, 6])("an answer that is split at random bytes, seed %i", async (split) => {
    const turn = {
      split,
      reasoning: "日本語 👩‍👩‍👧",
      text: "ü… 🙂 end",
      tool: "find",
      input: { "e\u0301": "\u2028" },
    };
    const [ours, sdk] = await both(provider.urls.openai, user(directive(turn)));
    expect(ours).toEqual(sdk);
  });

  test.each(Array.from({ length: 40 }, (_, at) => at * 37))("an answer cut at byte %i", async (cutAt) => {
    const turn = { text: "A long answer in words", tool: "find", input: { a: 1 }, cutAt };
    const [ours, sdk] = await both(provider.urls.openai, user(directive(turn)));
    expect(ours).toEqual(sdk);
  });

  test("random events", async () => {
    for (let seed = 1; seed <= ANSWERS; seed++) {
      answer = { type: "text/event-stream", body: randomAnswer(seed) };
      const [ours, sdk] = await both(server.url, user("go"));
      // If a stream of the SDK fails, it discards the parts that were not read.
      if (sdk.error) ours.parts.length = sdk.parts.length;
      expect(ours, `seed ${seed}:\n${answer.body}`).toEqual(sdk);
    }
  });

  test.each([
    { type: "text/html", body: "<html>" },
    { type: "application/json", body: '{"error":{"message":"not loaded"}}' },
    { type: "text/event-stream", body: "" },
    { type: "text/event-stream", body: "data: [DONE]\n\n" },
    { type: "text/event-stream", body: `data: ${"x".repeat(1_200_000)}\n\n` },
    {
      type: "text/event-stream",
      body: `${event({ delta: { content: "y".repeat(1_200_000) } })}${event({ finish_reason: "stop" })}`,
    },
    { status: 302, type: "text/plain", body: "elsewhere" },
    { status: 422, type: "text/plain", body: '{"detail":[{"msg":"Field required"}]}' },
    { status: 500, type: "text/html", body: "<h1>Oops</h1>" },
  ])("a response with %j", async (response) => {
    answer = response;
    const [ours, sdk] = await both(server.url, user("go"));
    expect(ours).toEqual(sdk);
  });

  test("an unreachable server", async () => {
    const [ours, sdk] = await both(`http://${await closedAddress()}/v1`, user("go"));
    expect(ours).toEqual(sdk);
  });
});

test("our reader sends the requests that the AI SDK sends", async () => {
  const tools: Options["tools"] = [
    { type: "function", name: "find", description: "Finds", inputSchema: { type: "object", properties: {} } },
  ];
  const prompt: Options["prompt"] = [
    { role: "system", content: "Be short." },
    {
      role: "user",
      content: [
        { type: "text", text: "Look \ud800" },
        { type: "file", mediaType: "image/png", data: { type: "data", data: new Uint8Array([1, 2, 3]) } },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "hm" },
        { type: "text", text: "<think>old</think>Yes" },
        { type: "tool-call", toolCallId: "a:1", toolName: "find", input: { q: 1 } },
      ],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "a:1",
          toolName: "find",
          output: { type: "json", value: { n: 1 } },
        },
      ],
    },
  ];
  answer = { type: "text/event-stream", body: event({ delta: { content: "ok" }, finish_reason: "stop" }) };
  server.asked.length = 0;
  const cases: Options[] = [
    { prompt, tools, maxOutputTokens: 50, temperature: 0.5, toolChoice: { type: "auto" } },
    { prompt, tools, toolChoice: { type: "none" }, stopSequences: ["x"], seed: 1 },
    {
      prompt,
      responseFormat: { type: "json" },
      topK: 2,
      providerOptions: { openaiCompatible: { user: "u" } },
    },
    { prompt, headers: { "x-more": "1" } },
  ];
  for (const options of cases) {
    const [ours, sdk] = await both(server.url, options);
    expect(ours).toEqual(sdk);
    const [our, its] = server.asked.slice(-2);
    expect(JSON.parse(our?.body ?? "")).toEqual(JSON.parse(its?.body ?? ""));
    const { authorization, "content-type": type, "x-more": more } = our?.headers ?? {};
    expect(its?.headers).toMatchObject({
      authorization,
      "content-type": type,
      ...(more && { "x-more": more }),
    });
  }
});

function event(choice: object, more: object = {}): string {
  return `data: ${JSON.stringify({ id: "c", created: 1, model: "m", choices: [{ index: 0, ...choice }], ...more })}\n\n`;
}

/** Events that servers send, in a random order, whole or broken. */
function randomAnswer(seed: number): string {
  const next = random(seed);
  const one = <T>(...of: readonly T[]) => of[Math.floor(next() * of.length)] as T;
  const call = () => ({
    ...one({}, { index: 0 }, { index: 1 }, { index: "1" }, { index: null }),
    ...one({}, { id: "a" }, { id: "b" }, { id: 7 }, { id: "" }, { id: null }),
    ...one(
      {
        function: {
          name: one<unknown>("find", "get", "", null),
          arguments: one<unknown>("", "{", '{"a":1}', null, { a: 1 }),
        },
      },
      { function: { arguments: one<string>('{"a"', ":1}", "") } },
      {},
    ),
    ...one({}, {}, { extra_content: { google: { thought_signature: "sig" } } }),
  });
  const delta = () =>
    one<object>(
      { content: one<unknown>("a", " b", "<think>", "</think>", "", null, 5) },
      {
        content: [
          { type: "text", text: one<string>("c", "") },
          { type: "thinking", thinking: [{ type: "text", text: "t" }] },
        ],
      },
      { [one("reasoning", "reasoning_content")]: one<unknown>("r", "", null, 3) },
      { refusal: one<unknown>("no", "", 1) },
      { role: one("assistant", "model", ""), content: "" },
      { tool_calls: [call()] },
      { tool_calls: [call(), call()] },
      { tool_calls: one<unknown>([], null, "x", [3]) },
    );
  const some = () =>
    one(
      () => event({ delta: delta() }),
      () => event({ delta: delta() }),
      () => event({ delta: delta() }),
      () =>
        event({
          delta: delta(),
          finish_reason: one<unknown>("stop", "tool_calls", "length", "odd", 3, null),
        }),
      () =>
        event(
          { delta: one<unknown>(null, {}, "x") },
          { usage: { prompt_tokens: one<unknown>(3, -1, "4", null), completion_tokens: 2 } },
        ),
      () =>
        event({}, { id: one<unknown>(1, null), model: one<unknown>(2, null), created: one<unknown>("x", 0) }),
      () =>
        `data: ${JSON.stringify({ choices: one<unknown>([], null, [null], "x"), usage: one<unknown>(null, { prompt_tokens: 1 }) })}\n\n`,
      () =>
        `data: ${JSON.stringify({ error: one<unknown>("bad", { message: "bad" }, { message: "bad", code: 1, type: "t" }, {}, 4) })}\n\n`,
      () =>
        one(
          ": ping\n\n",
          "event: ping\ndata: {}\n\n",
          "data: null\n\n",
          "data: {bad\n\n",
          "event: x\ndata: bad\n\n",
        ),
      () => one('data: {"a":1}\n\n', 'data: {"candidates":[]}\n\n', 'data: {"type":"message_start"}\n\n'),
    )();
  const events = Array.from({ length: 1 + Math.floor(next() * 7) }, some);
  const text = [...events, one(event({ finish_reason: "stop" }), ""), one("data: [DONE]\n\n", "")].join("");
  const whole = one(text, text, text.replaceAll("\n", "\r\n"));
  return next() < 0.1 ? whole.slice(0, Math.floor(next() * whole.length)) : whole;
}
