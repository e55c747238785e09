import { isStepCount, streamText, tool } from "ai";
import { expect, test } from "vitest";
import { z } from "zod";
import { createDemoModel } from "./model";
import { says } from "./rehearsal";

test("streams the text word by word", async () => {
  const { stream } = await createDemoModel({ delayMs: 0 }).doStream({ prompt: [says("stop it")] });
  const parts = await Array.fromAsync(stream);
  const deltas = parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : []));
  expect(deltas.length).toBeGreaterThan(20);
  expect(deltas.join("")).toMatch(/^That was the tour/);
  expect(parts.at(-1)).toMatchObject({
    type: "finish",
    finishReason: { unified: "stop", raw: "stop" },
    usage: { inputTokens: { total: 2 }, outputTokens: { total: deltas.length } },
  });
});

test("streams a canvas in a few dozen pieces", async () => {
  const { stream } = await createDemoModel({ delayMs: 0 }).doStream({ prompt: [says("bakery sales")] });
  const parts = await Array.fromAsync(stream);
  const pieces = parts.filter(({ type }) => type === "tool-input-delta");
  expect(pieces.length).toBeGreaterThan(20);
  expect(pieces.length).toBeLessThan(50);
  expect(parts.at(-1)).toMatchObject({ finishReason: { unified: "tool-calls" } });
});

test("runs in the real agent loop, with tools, results and an error for an unknown tool", async () => {
  const read = tool({
    inputSchema: z.object({ key: z.string() }),
    execute: async ({ key }) => ({ value: key }),
  });
  const result = streamText({
    model: createDemoModel({ delayMs: 0 }),
    tools: { get_state: read },
    prompt: '/get_state {"key":"k"}\n/get_state {"key":1}\n/get_state {bad\n/nothing {}',
    stopWhen: isStepCount(5),
  });
  const text = await result.text;
  expect(text).toContain('"value": "k"');
  expect(text.match(/ended with an error/g)).toHaveLength(3);
  expect(text).toContain("unavailable tool 'nothing'");
  expect(await result.steps).toHaveLength(2);
});

test("ends the stream immediately on abort", async () => {
  const controller = new AbortController();
  const model = createDemoModel({ delayMs: 60_000 });
  const { stream } = await model.doStream({ prompt: [says("hello")], abortSignal: controller.signal });
  const parts = Array.fromAsync(stream);
  controller.abort();
  await expect(parts).rejects.toMatchObject({ name: "AbortError" });
});
