import { afterAll, beforeAll, expect, test } from "vitest";
import { chunks, stage, textIn } from "@/lib/agent/loop/testing/stage";
import { directive } from "../provider/directive";
import { sign } from "../provider/formats/signature";
import { type Provider, startProvider } from "../provider/server";
import type { Turn } from "../provider/turn";
import { choose, equipment, type WireId, wires } from "./chosen-model";

let scene: Awaited<ReturnType<typeof stage>>;
let provider: Provider;
beforeAll(async () => {
  [scene, provider] = await Promise.all([stage(equipment), startProvider()]);
});
afterAll(() => Promise.all([scene.close(), provider.close()]));

async function play(wire: WireId, name: string | undefined, ...turns: Turn[]) {
  await choose(wire, provider, { name });
  provider.log.clear();
  const talk = scene.conversation();
  await chunks(await talk.say(directive(...turns)));
  const view = await talk.read();
  return { ...view, answer: view.messages.at(-1), bodies: provider.requests.map(({ body }) => body) };
}

const thinkAndCall: Turn = { reasoning: "Hm.", text: "So.", tool: "get_state", input: { key: "a" } };

test("OpenAI stores nothing and gets its reasoning back unchanged", async () => {
  const { bodies, run } = await play("openai", undefined, thinkAndCall, { text: "Done." });
  expect(run?.status).toBe("completed");
  expect(bodies[0]).toMatchObject({
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: { summary: "auto" },
  });
  const input = expect.arrayContaining([
    {
      type: "reasoning",
      id: expect.stringMatching(/^rs_/),
      encrypted_content: expect.any(String),
      summary: [{ type: "summary_text", text: "Hm." }],
    },
    { role: "assistant", content: "So." },
  ]);
  expect(bodies[1]).toMatchObject({ input });
});

test("OpenAI's reasoning is sent back even if no summary of it is shown", async () => {
  const summary = "Your organization must be verified to generate reasoning summaries.";
  provider.script({ status: 400, message: summary, code: "unsupported_value" });
  const { bodies, run, answer } = await play("openai", undefined, thinkAndCall, { text: "Done." });
  expect(run).toMatchObject({ status: "completed", error: null });
  expect(textIn(answer?.parts ?? [])).toBe("So.Done.");
  const asked = bodies.map((body) => Object.hasOwn(body as object, "reasoning"));
  expect(asked).toEqual([true, false, false]);
  expect(JSON.stringify(bodies[2])).toContain('"encrypted_content"');
});

test("Anthropic gets its signed thinking back, and cache breakpoints", async () => {
  const { bodies, run } = await play("anthropic", undefined, thinkAndCall, thinkAndCall, { text: "Done." });
  expect(run?.status).toBe("completed");
  const cached = { cache_control: { type: "ephemeral" } };
  expect(bodies[2]).toMatchObject({
    thinking: { type: "adaptive", display: "summarized" },
    system: [cached],
    messages: [
      { role: "user" },
      { role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: sign("Hm.") }, {}, {}] },
      { role: "user", content: [{ type: "tool_result", ...cached }] },
      { role: "assistant", content: [{ type: "thinking" }, {}, { type: "tool_use" }] },
      { role: "user", content: [{ type: "tool_result", ...cached }] },
    ],
  });
  const { tools } = bodies[2] as { tools: object[] };
  expect(tools.at(-1)).toMatchObject(cached);
  expect(JSON.stringify(tools.slice(0, -1))).not.toContain("cache_control");
});

test.each([["claude-haiku-4-5"], ["claude-opus-4-1-20250805"], ["claude-opus-4-20250514"], ["other-model"]])(
  "omits thinking for %s, which would reject it",
  async (name) => {
    const { bodies, run } = await play("anthropic", name, { text: "Done." });
    expect(run?.status).toBe("completed");
    expect(bodies[0]).not.toHaveProperty("thinking");
  },
);

test("Gemini gets its signatures back with the calls, also with parallel ones", async () => {
  const two = { tools: [{ tool: "get_state", input: { key: "a" } }, { tool: "list_state_keys" }] };
  const { bodies, run } = await play("google", undefined, { reasoning: "Hm.", ...two }, two, {
    text: "Done.",
  });
  expect(run?.status).toBe("completed");
  expect(bodies[0]).toMatchObject({ generationConfig: { thinkingConfig: { includeThoughts: true } } });
  const { contents } = bodies[2] as { contents: { parts: { functionCall?: object }[] }[] };
  const calls = contents.flatMap(({ parts }) => parts).filter(({ functionCall }) => functionCall);
  expect(calls).toMatchObject(
    Array(2)
      .fill([{ thoughtSignature: sign("get_state") }, {}])
      .flat(),
  );
  expect(calls[1]).not.toHaveProperty("thoughtSignature");
});

test.each(["gemini-2.0-flash", "gemini-2.5-flash-lite", "gemma-4-31b-it"])(
  "omits thinkingConfig for %s",
  async (name) => {
    const { bodies, run } = await play("google", name, { text: "Done." });
    expect(run?.status).toBe("completed");
    expect(JSON.stringify(bodies[0])).not.toContain("thinkingConfig");
  },
);

test("retries a Gemini model that cannot think without thinkingConfig", async () => {
  provider.script({ status: 400, message: "Thinking is not enabled for models/gemini-x" });
  const { bodies, run } = await play("google", "gemini-flash-lite-latest", { text: "Done." });
  expect(run?.status).toBe("completed");
  expect(bodies.map((body) => JSON.stringify(body).includes("thinkingConfig"))).toEqual([true, false]);
});

test("the gateway gets cache options, and OpenAI behind it stores nothing", async () => {
  const { bodies } = await play("gateway", undefined, { text: "Done." });
  expect(bodies[0]).toMatchObject({
    providerOptions: { gateway: { caching: "auto" }, openai: { store: false } },
  });
});

test("tool schemas contain no references", async () => {
  for (const wire of wires) {
    const { bodies } = await play(wire, undefined, { text: "Done." });
    expect(JSON.stringify(bodies[0])).toContain("render_blocks");
    expect(JSON.stringify(bodies[0])).not.toContain("$ref");
  }
});

test.each(wires)("%s: adds up the token usage of both steps", async (wire) => {
  const { answer } = await play(
    wire,
    undefined,
    { ...thinkAndCall, usage: { input: 100, output: 20, cached: 60, reasoning: 5 } },
    { text: "Done.", usage: { input: 130, output: 10, cached: 100 } },
  );
  expect(answer?.metadata).toMatchObject({
    usage: { inputTokens: 230, outputTokens: 30, cachedTokens: 160, reasoningTokens: 5 },
  });
});

test("a conversation continues with another provider's model", async () => {
  const talk = scene.conversation();
  for (const wire of [...wires, ...wires]) {
    await choose(wire, provider);
    const call = { tool: "list_state_keys", id: "functions.list:0" };
    await chunks(await talk.say(directive({ reasoning: "Hm.", text: "So.", ...call }, { text: `${wire}.` })));
    const { run, messages } = await talk.read();
    expect(run, wire).toMatchObject({ status: "completed", error: null });
    expect(textIn(messages.at(-1)?.parts ?? [])).toBe(`So.${wire}.`);
  }
});
