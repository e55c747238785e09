import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { APICallError } from "@ai-sdk/provider";
import type { ModelMessage, ToolSet } from "ai";
import { jsonSchema, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test, vi } from "vitest";
import { Draft } from "@/lib/agent/message/draft";
import type { Chunk } from "@/lib/agent/message/message";
import { modelStep } from "./step";

type Part = LanguageModelV4StreamPart;
type Take = { parts?: Part[]; throws?: unknown; hangs?: boolean; cut?: unknown };

const finish = (usage = { input: 10, output: 5 }): Part => ({
  type: "finish",
  usage: {
    inputTokens: { total: usage.input, noCache: usage.input, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: usage.output, text: usage.output, reasoning: undefined },
  },
  finishReason: { unified: "stop", raw: undefined },
});
const say = (delta: string): Part[] => [
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta },
  { type: "text-end", id: "t" },
];
const callOf = (toolCallId: string, input = "{}"): Part => ({
  type: "tool-call",
  toolCallId,
  toolName: "t",
  input,
});

function setUp(takes: Take[]) {
  const cancelled = vi.fn();
  let calls = 0;
  const model = new MockLanguageModelV4({
    doStream: async () => {
      const { parts = [], throws, hangs, cut } = takes[calls++] ?? {};
      if (throws) throw throws;
      let next = 0;
      return {
        stream: new ReadableStream<Part>({
          async pull(controller) {
            const part = parts[next++];
            if (part) controller.enqueue(part);
            else if (hangs) await new Promise(() => {});
            else if (cut) controller.error(cut);
            else controller.close();
          },
          cancel: cancelled,
        }),
      };
    },
  });
  const abort = new AbortController();
  const draft = new Draft([{ type: "step-start" }]);
  const sent: Chunk[] = [];
  const messages: ModelMessage[] = [{ role: "user", content: "hello" }];
  const tools: ToolSet = { t: tool({ inputSchema: jsonSchema({ type: "object" }) }) };
  const emit = (chunk: Chunk) => {
    draft.apply(chunk);
    sent.push(chunk);
  };
  const asked = { model, system: "", messages, tools, maxSilenceMs: 60_000 };
  const run = () => modelStep({ ...asked, signal: abort.signal, draft, emit });
  return { run, abort, draft, sent, cancelled, calls: () => calls };
}

const overloaded = (headers?: Record<string, string>) =>
  new APICallError({
    message: "Overloaded",
    url: "https://a.example/v1",
    requestBodyValues: {},
    statusCode: 503,
    responseHeaders: headers,
  });

describe("a model call", () => {
  test("returns its text, finish reason and tokens", async () => {
    const { run, draft } = setUp([{ parts: [...say("Hello"), finish()] }]);
    expect(await run()).toMatchObject({ finishReason: "stop", inputTokens: 10, outputTokens: 5 });
    expect(draft.parts.at(-1)).toMatchObject({ type: "text", text: "Hello", state: "done" });
  });

  test("limits token counts to the database's range", async () => {
    const { run } = setUp([{ parts: [...say("a"), finish({ input: Number.NaN, output: 1e15 })] }]);
    expect(await run()).toMatchObject({ inputTokens: 0, outputTokens: 100_000_000 });
  });
});

describe("a call that fails", () => {
  test("is retried at most twice if no chunk has arrived", async () => {
    const soon = overloaded({ "retry-after-ms": "1" });
    const { run, calls } = setUp(Array.from({ length: 5 }, () => ({ throws: soon })));
    await expect(run()).rejects.toThrow("Overloaded");
    expect(calls()).toBe(3);
  });

  test("is retried after the delay that the provider asks for", async () => {
    const { run, calls } = setUp([
      { throws: overloaded({ "retry-after": "1" }) },
      { parts: [...say("Now."), finish()] },
    ]);
    const began = performance.now();
    expect(await run()).toMatchObject({ finishReason: "stop" });
    expect(performance.now() - began).toBeGreaterThan(950);
    expect(calls()).toBe(2);
  });

  test("is reported if the provider asks for a long delay", async () => {
    const { run, calls } = setUp([{ throws: overloaded({ "retry-after": "60" }) }, {}]);
    await expect(run()).rejects.toThrow("Overloaded");
    expect(calls()).toBe(1);
  });

  test("is not retried for a permanent error", async () => {
    const refused = new APICallError({ message: "No", url: "x", requestBodyValues: {}, statusCode: 401 });
    const { run, calls } = setUp([{ throws: refused }, {}]);
    await expect(run()).rejects.toThrow("No");
    expect(calls()).toBe(1);
  });

  test("is not retried after output was shown", async () => {
    const { run, calls, draft } = setUp([{ parts: say("Half"), cut: overloaded() }, {}]);
    await expect(run()).rejects.toThrow();
    expect(calls()).toBe(1);
    expect(draft.parts.at(-1)).toMatchObject({ text: "Half" });
  });

  test("is not retried after a stop, also during the delay", async () => {
    const { run, calls, abort } = setUp([{ throws: overloaded({ "retry-after": "9" }) }, {}]);
    const result = run();
    await vi.waitFor(() => expect(calls()).toBe(1));
    abort.abort("stopped");
    await expect(result).rejects.toBeDefined();
    expect(calls()).toBe(1);
  });

  test("is reported if the stream has no finish part", async () => {
    const { run } = setUp([{ parts: say("Half") }]);
    await expect(run()).rejects.toThrow("ended before its answer did");
  });

  test("throws the provider's error from an error part", async () => {
    const { run } = setUp([
      { parts: [...say("Half"), { type: "error", error: new Error("boom") }, finish()] },
    ]);
    await expect(run()).rejects.toThrow("boom");
  });
});

describe("a stop", () => {
  test("ends a model that hangs and ignores the signal", async () => {
    const { run, abort, sent, cancelled } = setUp([{ parts: say("Half"), hangs: true }]);
    const result = run();
    await vi.waitFor(() => expect(sent).not.toHaveLength(0));
    abort.abort("stopped");
    await expect(result).rejects.toBe("stopped");
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalled());
  });

  test("prevents a call that has not started", async () => {
    const { run, abort, calls } = setUp([{ throws: new Error("late") }]);
    abort.abort("stopped");
    await expect(run()).rejects.toBe("stopped");
    expect(calls()).toBe(0);
  });
});

describe("a stream that violates the protocol", () => {
  test("gets the missing starts and ends, so that tabs can read it", async () => {
    const { run, draft, sent } = setUp([
      {
        parts: [
          { type: "text-delta", id: "a", delta: "No start. " },
          { type: "text-start", id: "b" },
          { type: "text-delta", id: "b", delta: "No end. " },
          { type: "text-end", id: "never" },
          { type: "text-start", id: "b" },
          { type: "text-delta", id: "b", delta: "Twice." },
          { type: "tool-input-delta", id: "never", delta: "{" },
          finish(),
        ],
      },
    ]);
    await run();
    expect(draft.parts.slice(1)).toMatchObject([
      { text: "No start. ", state: "done" },
      { text: "No end. ", state: "done" },
      { text: "Twice.", state: "done" },
    ]);
    expect(sent.map(({ type }) => type)).not.toContain("tool-input-delta");
  });

  test("turns an incomplete call into an error and does not run it", async () => {
    const { run, draft } = setUp([
      {
        parts: [
          { type: "tool-input-start", id: "c", toolName: "t" },
          { type: "tool-input-delta", id: "c", delta: '{"a":[1,2' },
          finish(),
        ],
      },
    ]);
    await run();
    expect(draft.tool("c")).toMatchObject({
      state: "output-error",
      input: { a: [1, 2] },
      errorText: expect.stringContaining("is incomplete"),
    });
  });

  test("gets unique ids for repeated call ids", async () => {
    const { run, draft } = setUp([
      { parts: [callOf("c"), callOf("c"), callOf("c\0"), callOf(""), finish()] },
    ]);
    await run();
    expect(draft.stepTools().map(({ toolCallId }) => toolCallId)).toEqual(["c", "c-2", "c_", "_"]);
  });

  test("gets U+FFFD instead of U+0000 and lone surrogates in content, and _ in names", async () => {
    const name: Part = {
      type: "tool-call",
      toolCallId: "a\0\ud800",
      toolName: "x\0\n\ud800",
      input: '"\\u0000"',
    };
    const { run, draft } = setUp([{ parts: [...say("nul \0 half \ud800"), name, finish()] }]);
    await run();
    expect(draft.parts.slice(1)).toMatchObject([
      { text: "nul \ufffd half \ufffd" },
      { type: "tool-x___", toolCallId: "a__", input: "\ufffd" },
    ]);
  });
});
