import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chunks, stage, textIn } from "@/lib/agent/loop/testing/stage";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { directive } from "../provider/directive";
import { type Provider, startProvider } from "../provider/server";
import type { Part, Turn } from "../provider/turn";
import { choose, equipment, type WireId, wires } from "./chosen-model";

let scene: Awaited<ReturnType<typeof stage>>;
let provider: Provider;
beforeAll(async () => {
  [scene, provider] = await Promise.all([stage(equipment), startProvider()]);
});
afterAll(() => Promise.all([scene.close(), provider.close()]));

async function play(...turns: Turn[]) {
  const talk = scene.conversation();
  const stream = await chunks(await talk.say(directive(...turns)));
  const { run, messages } = await talk.read();
  const parts = messages.at(-1)?.parts ?? [];
  return { talk, stream, run, parts, text: textIn(parts), notice: parts.at(-1) };
}

const REFUSALS: [string, Part, code: string, words: RegExp][] = [
  ["no permission", { status: 403, message: "No permission" }, "bad_key", /Check the key in Settings/],
  ["an unknown model", { status: 404, message: "No such model" }, "unknown_model", /Choose another model/],
  ["a rate limit", { status: 429, message: "Slow down", retryAfter: 3600 }, "rate_limited", /in 60 minutes/],
  [
    "a long prompt",
    { status: 400, message: "prompt is too long: 9 tokens > 8" },
    "context_too_long",
    /longer/,
  ],
  ["an empty account", { status: 402, message: "Pay first" }, "out_of_credit", /credit or quota/],
  ["an invalid request", { status: 400, message: "Strange field" }, "bad_request", /“Strange field”/],
];

describe.each(wires)("%s", (wire) => {
  beforeEach(() => choose(wire, provider));

  test.each(REFUSALS)("explains %s before the first token", async (_, refusal, code, message) => {
    const { run, notice, stream } = await play(refusal);
    expect(run).toMatchObject({ status: "failed", error: { code, message: expect.stringMatching(message) } });
    expect(notice).toMatchObject({ type: "data-notice", data: { kind: "error", code } });
    expect(stream.at(-1)).toMatchObject({ type: "finish", finishReason: "error" });
  });

  test("resends a prompt that is too long with a summary of earlier messages", async () => {
    const talk = scene.conversation();
    await chunks(await talk.say(`${"all about bread ".repeat(600)}\n${directive({ text: "One." })}`));
    provider.script({ status: 400, message: "prompt is too long: 9 tokens > 8" }, { text: "BREAD IN SHORT" });
    await chunks(await talk.say(`And now?\n${directive({ text: "Two." })}`));
    const { run, messages } = await talk.read();
    expect(run).toMatchObject({ status: "completed", error: null });
    expect(textIn(messages.at(-1)?.parts ?? [])).toBe("Two.");
    const last = JSON.stringify(provider.requests.at(-1)?.body);
    expect([last.includes("BREAD IN SHORT"), last.includes("about bread all about")]).toEqual([true, false]);
  });

  test("explains a wrong key and refers to the settings", async () => {
    await choose(wire, provider, { apiKey: "a-wrong-key" });
    const { run } = await play({ text: "never" });
    expect(run?.error).toMatchObject({
      code: "bad_key",
      message: expect.stringContaining("Settings → Models"),
    });
    expect(JSON.stringify(run)).not.toContain("a-wrong-key");
  });

  test("retries an overloaded provider", async () => {
    const status = wire === "anthropic" ? 529 : 503;
    const { run, text } = await play({ status, message: "Overloaded", fails: 1, text: "At last." });
    expect(run).toMatchObject({ status: "completed", error: null });
    expect(text).toBe("At last.");
  });

  test("retries an error event before the first token", async () => {
    const { run, text } = await play([{ error: "Overloaded", fails: 1 }, { text: "At last." }]);
    expect(run).toMatchObject({ status: "completed", error: null });
    expect(text).toBe("At last.");
  });

  test("keeps the output before an error in mid-stream, and the next message works", async () => {
    const { run, text, notice, talk } = await play({
      reasoning: "Let me think.",
      text: "Half an ",
      error: "The server had an error",
    });
    expect(run).toMatchObject({ status: "failed", error: { code: "provider_down" } });
    expect(text).toBe("Half an ");
    expect(notice).toMatchObject({ type: "data-notice" });
    await chunks(await talk.say(directive({ text: "answer." })));
    const after = await talk.read();
    expect(after.run).toMatchObject({ status: "completed", error: null });
    expect(textIn(after.messages.at(-1)?.parts ?? [])).toBe("answer.");
  });

  test("the next message works after an answer of reasoning alone", async () => {
    const call = { reasoning: "First.", tool: "get_state", input: { key: "a" } };
    const { run, talk } = await play(call, { reasoning: "Then …", finish: "length" });
    expect(run).toMatchObject({ status: "failed", error: { code: "answer_too_long" } });
    await chunks(await talk.say(directive({ text: "On." })));
    expect((await talk.read()).run).toMatchObject({ status: "completed", error: null });
  });

  test("reports a refused answer and keeps the text before it", async () => {
    const refused = await play({ finish: "content_filter" });
    expect(refused.run).toMatchObject({ status: "failed", error: { code: "refused" } });
    const late = await play({ text: "To begin with, ", finish: "content_filter" });
    expect(late.run).toMatchObject({ status: "failed", error: { code: "refused" } });
    expect(late.text).toBe("To begin with, ");
  });

  test("reports an answer that exceeds the length limit", async () => {
    const { run, text } = await play({ text: "And so on", finish: "length" });
    expect(run?.error).toMatchObject({ code: "answer_too_long" });
    expect(text).toBe("And so on");
  });

  test("treats an answer without its final event as cut", async () => {
    const { run, text } = await play({ text: "And then", ends: true });
    expect(run?.error).toMatchObject({ code: "stream_cut", message: expect.stringContaining("is kept") });
    expect(text).toBe("And then");
  });

  test("completes at the final event, even if the server keeps the connection open", async () => {
    const call = { tool: "get_state", input: { key: "a" } };
    const began = performance.now();
    const { run, text } = await play({ ...call, holds: true }, { text: "That is all.", holds: true });
    expect([run?.status, text]).toEqual(["completed", "That is all."]);
    // Gemini's stream has no final event, so each of the two answers takes a short wait.
    expect(performance.now() - began).toBeLessThan(12_000);
  });

  test("stops waiting for a silent model, with or without pings, and reports the silence while waiting", async () => {
    await changeSetting(scene.agentId, "limits", { silence: 0.6 });
    const began = performance.now();
    const first = await play({ text: "Well, ", hang: true, pingMs: 50 });
    expect(first.run).toMatchObject({ status: "failed", error: { code: "timed_out" } });
    expect(first.run?.error?.message).toMatch(/sent no output for 1 s.*Settings → General/);
    expect(first.text).toBe("Well, ");
    const quietTypes = first.stream.flatMap((chunk) =>
      chunk.type === "message-metadata" && chunk.messageMetadata?.quietSince !== undefined
        ? [typeof chunk.messageMetadata.quietSince]
        : [],
    );
    expect(quietTypes).toEqual(["string", "object"]);
    const before = provider.requests.length;
    const second = await play({ hang: true });
    expect(second.run).toMatchObject({ error: { code: "timed_out" } });
    expect(provider.requests).toHaveLength(before + 1);
    expect(performance.now() - began).toBeLessThan(10_000);
    await changeSetting(scene.agentId, "limits", { silence: null });
  });

  test("explains an unreadable event", async () => {
    const { run, text } = await play({ text: "Well, ", raw: "{bad" });
    expect(run?.error).toMatchObject({ code: "invalid_response" });
    expect(text).toBe("Well, ");
  });
});

test("reports that Claude's context is full", async () => {
  await choose("anthropic", provider);
  const delta = { stop_reason: "model_context_window_exceeded" };
  const full = JSON.stringify({ type: "message_delta", delta, usage: { output_tokens: 9 } });
  const { run, text } = await play([
    { text: "So " },
    { raw: full },
    { raw: '{"type":"message_stop"}', ends: true },
  ]);
  expect(run?.error).toMatchObject({ code: "context_too_long" });
  expect(text).toBe("So ");
});

test("keeps the text before a call that Gemini sends as malformed", async () => {
  await choose("google", provider);
  const { run, text } = await play({ text: "Let me see. ", tool: "get_state", rawArguments: '{"key": ' });
  expect(run?.error).toMatchObject({ code: "broken_answer" });
  expect(text).toBe("Let me see. ");
});

test("ignores an unknown kind of event", async () => {
  const raws: Partial<Record<WireId, string>> = {
    openai: '{"type":"response.new_thing","sequence_number":1}',
    google: '{"newThing":{}}',
  };
  for (const [wire, raw] of Object.entries(raws)) {
    await choose(wire as WireId, provider);
    const { run, text } = await play([{ text: "One " }, { raw }, { text: "two." }]);
    expect([run?.status, text]).toEqual(["completed", "One two."]);
  }
});
