import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, isStepCount, streamText, type TextStreamPart, tool } from "ai";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { explainModelError, isRetryable, retryAfterMs } from "@/lib/models/providers/errors";
import { controlOf } from "./client.ts";
import { directive } from "./directive.ts";
import { type Provider, startProvider } from "./server.ts";
import type { Turn } from "./turn.ts";

let provider: Provider;
let inputs: unknown[];

beforeEach(async () => {
  inputs = [];
  provider = await startProvider();
});
afterEach(() => provider.close());

const add = tool({
  inputSchema: z.object({ a: z.number() }),
  execute: async (input) => {
    inputs.push(input);
    return { sum: input.a + 1 };
  },
});

function model() {
  const { chatModel } = createOpenAICompatible({
    name: "fake",
    baseURL: provider.url,
    apiKey: "k",
    includeUsage: true,
  });
  return chatModel("fake-model");
}

async function run(prompt: string, abortSignal?: AbortSignal) {
  const errors: unknown[] = [];
  const result = streamText({
    model: model(),
    prompt,
    abortSignal,
    tools: { add },
    stopWhen: isStepCount(20),
    maxRetries: 0,
    onError: ({ error }) => void errors.push(error),
  });
  const parts: TextStreamPart<{ add: typeof add }>[] = [];
  try {
    for await (const part of result.stream) parts.push(part);
  } catch (error) {
    // If the socket breaks, the stream itself throws.
    errors.push(error);
  }
  const text = parts.flatMap((part) => (part.type === "text-delta" ? [part.text] : []));
  return { parts, text, errors, types: new Set(parts.map(({ type }) => type)), result };
}

const tell = (...turns: Turn[]) => run(`Do this:\n${directive(...turns)}\nplease`);

test("repeats a message that has no directive", async () => {
  expect((await run("hello there")).text.join("")).toBe("You said: hello there");
});

test("streams text and reasoning by word, with the requested usage and finish reason", async () => {
  const { text, parts, result } = await tell({
    reasoning: "Let me think",
    text: "Here you are",
    usage: { input: 100, output: 20, cached: 60, reasoning: 5 },
    finish: "length",
  });
  expect(text).toEqual(["Here", " you", " are"]);
  expect(parts.flatMap((part) => (part.type === "reasoning-delta" ? [part.text] : []))).toEqual([
    "Let",
    " me",
    " think",
  ]);
  expect(await result.finishReason).toBe("length");
  expect(await result.usage).toMatchObject({
    inputTokens: 100,
    outputTokens: 20,
    inputTokenDetails: { cacheReadTokens: 60 },
    outputTokenDetails: { reasoningTokens: 5 },
  });
});

test("plays the next turn for each request since the user message", async () => {
  const { text } = await tell(
    { text: "First. ", tool: "add", input: { a: 1 } },
    {
      tools: [
        { tool: "add", input: { a: 2 } },
        { tool: "add", input: { a: 3 } },
      ],
    },
    { text: "Last." },
  );
  expect(inputs).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  expect(text.join("")).toBe("First. Last.");
  expect(provider.requests.map(({ turn, outcome }) => [turn, outcome])).toEqual([
    [0, "answered"],
    [1, "answered"],
    [2, "answered"],
  ]);
});

test("passes broken arguments and unknown tools on as the model's mistakes", async () => {
  const { parts, text } = await tell(
    {
      tools: [
        { tool: "add", rawArguments: '{"a": ' },
        { tool: "nothing", input: {} },
      ],
    },
    { text: "Sorry" },
  );
  expect(parts.filter(({ type }) => type === "tool-error")).toHaveLength(2);
  expect(text.join("")).toBe("Sorry");
});

test("plays a thousand calls in one step", async () => {
  await tell({ tool: "add", input: { a: 1 }, repeat: 1000 }, { text: "Done" });
  expect(inputs).toHaveLength(1000);
});

test("responds with the same content without streaming", async () => {
  const { text, toolCalls, finishReason } = await generateText({
    model: model(),
    prompt: directive({ text: "Look", tool: "add", input: { a: 1 } }),
    tools: { add },
  });
  expect({ text, finishReason, input: toolCalls[0]?.input }).toEqual({
    text: "Look",
    finishReason: "tool-calls",
    input: { a: 1 },
  });
});

test.each<[string, Turn, string, boolean]>([
  ["a wrong key", { status: 401 }, "bad_key", false],
  ["an unknown model", { status: 404 }, "unknown_model", false],
  ["a rate limit", { status: 429, retryAfter: 2 }, "rate_limited", true],
  ["a long prompt", { status: 400, code: "context_length_exceeded" }, "context_too_long", false],
  ["a failing provider", { status: 500 }, "provider_down", true],
  ["an error in mid-stream", { text: "some", error: "The server had an error" }, "provider_down", true],
  ["a cut before the first word", { cut: 0 }, "stream_cut", true],
  ["a cut after two words", { text: "one two three", cut: 2 }, "stream_cut", true],
  ["an event that is not JSON", { text: "one", raw: "{bad" }, "invalid_response", false],
])("%s is an error that the app can explain", async (_, turn, code, retryable) => {
  const { errors } = await tell(turn);
  expect(errors.map(explainModelError)[0]).toMatchObject({ code });
  expect(isRetryable(errors[0])).toBe(retryable);
});

test("sends the retry delay of a rate limit, and keeps the output before a cut", async () => {
  expect(retryAfterMs((await tell({ status: 429, retryAfter: 2 })).errors[0])).toBe(2000);
  expect((await tell({ text: "one two three", cut: 2 })).text).toEqual(["one", " two"]);
});

test("a turn can fail for only the first attempts of a request", async () => {
  const turn = { status: 503, fails: 2, text: "At last" };
  expect((await tell(turn)).errors).toHaveLength(1);
  expect((await tell(turn)).errors).toHaveLength(1);
  expect((await tell(turn)).text.join("")).toBe("At last");
});

test("a gate holds the stream until it is opened, also from another process", async () => {
  const control = controlOf(provider.url);
  const running = tell([{ text: "before " }, { gate: "a b" }, { text: "after" }]);
  await control.reached("a b");
  expect((await control.requests({ containing: "before" }))[0]?.outcome).toBeUndefined();
  await control.open("a b");
  expect((await running).text.join("")).toBe("before after");
  expect(await control.requests({ containing: "before", ended: true, atLeast: 1 })).toHaveLength(1);
  await control.clear();
  expect(await control.requests()).toEqual([]);
});

test("waiting for a gate or for requests times out with an error", async () => {
  const control = controlOf(provider.url);
  await expect(control.reached("never", 20)).rejects.toThrow("Nothing came to the gate never");
  await expect(control.requests({ atLeast: 2, timeoutMs: 20 })).rejects.toThrow("Only 0 of 2 requests");
});

test("the log records that the caller has disconnected", async () => {
  const stop = new AbortController();
  const running = run(directive({ text: "some", hang: true }), stop.signal);
  await provider.log.until({ containing: "hang" });
  stop.abort();
  await running;
  expect((await provider.log.until({ ended: true }))[0]?.outcome).toBe("closed");
});

test("uses scripted turns first, then the handler's turn, then the message", async () => {
  await provider.close();
  provider = await startProvider({
    handler: ({ messages }) => (messages.at(-1)?.text === "handle" ? { text: "handled" } : undefined),
  });
  provider.script({ text: "scripted" });
  const answers: string[] = [];
  for (const prompt of ["handle", "handle", "other"]) answers.push((await run(prompt)).text.join(""));
  expect(answers).toEqual(["scripted", "handled", "You said: other"]);
});

test("rejects an invalid directive with the reason", async () => {
  const { errors } = await run('[[{"txt":"typo"}]]');
  expect(String(errors[0])).toMatch(/txt/);
});

test("sends numbered tokens at the given rate", async () => {
  const start = performance.now();
  const { text } = await tell({ tokens: 21, rate: 100 });
  expect(text.join("")).toBe(Array.from({ length: 21 }, (_, i) => `w${i}`).join(" "));
  expect(performance.now() - start).toBeGreaterThan(195);
});

test("the fake provider lists its models", async () => {
  const body = await (await fetch(`${provider.url}/models`)).json();
  expect(body.data).toMatchObject([{ id: "fake-model" }]);
});
