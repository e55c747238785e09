import { expect, test } from "vitest";
import { catalogEntryOf, costOf } from "./catalog";

const MILLION = { inputTokens: 1_000_000, outputTokens: 1_000_000 };

test("the cost of a call includes its input, cached input and output", () => {
  expect(costOf("openai/gpt-5.2", { inputTokens: 1_000_000, outputTokens: 100_000 })).toBeCloseTo(3.15);
  expect(
    costOf("openai/gpt-5.2", { inputTokens: 1_000_000, cachedTokens: 900_000, outputTokens: 0 }),
  ).toBeCloseTo(0.3325);
  expect(
    costOf("anthropic/claude-opus-4-5", { inputTokens: 100_000, cacheWriteTokens: 100_000, outputTokens: 0 }),
  ).toBeCloseTo(0.625);
});

test("the cost of a call with a long prompt uses the higher price for long prompts", () => {
  const cost = (inputTokens: number) =>
    costOf("anthropic/claude-sonnet-4-5", { inputTokens, outputTokens: 0 });
  expect(cost(100_000)).toBeCloseTo(0.3);
  expect(cost(300_000)).toBeCloseTo(1.8);
});

test.each([
  "openai/gpt-5.2-2025-12-11",
  "anthropic/claude-sonnet-5",
  "google/gemini-3.8-flash",
  "gateway/anthropic/claude-sonnet-5",
  "gateway/openai/gpt-5.2",
])("%s has a price", (id) => {
  expect(costOf(id, MILLION)).toBeGreaterThan(0);
});

test.each([
  "demo",
  "openai/nobody-knows",
  "openai-compatible/gpt-5.2",
  "ollama/gpt-oss:20b",
  "lmstudio/gpt-4",
  "gateway/nobody/model",
  "gateway/",
  "",
  "__proto__/constructor",
])("%j has no price", (id) => {
  expect(costOf(id, MILLION)).toBeUndefined();
});

test("recognizes an OpenAI-compatible server by its address", () => {
  expect(costOf("openai-compatible/openai/gpt-5.2", MILLION, "https://openrouter.ai/api/v1")).toBeCloseTo(
    15.75,
  );
  expect(costOf("openai-compatible/openai/gpt-5.2", MILLION, "http://localhost:8000/v1")).toBeUndefined();
});

test.each([
  { inputTokens: 10, cachedTokens: 20, outputTokens: 0 },
  { inputTokens: 10, cachedTokens: 5, cacheWriteTokens: 50, outputTokens: 0 },
  { inputTokens: 0, outputTokens: 0 },
])("accepts the token counts %j", (tokens) => {
  expect(costOf("openai/gpt-5.2", tokens)).toBeGreaterThanOrEqual(0);
});

test("takes names, context windows and prices from the list, and keeps the name of a dated version", () => {
  expect(catalogEntryOf("openai/gpt-5.2")).toEqual({
    name: "GPT-5.2",
    contextWindow: 400_000,
    price: { input: 1.75, output: 14 },
  });
  expect(catalogEntryOf("openai/gpt-5.2-2025-12-11")).toMatchObject({
    name: undefined,
    contextWindow: 400_000,
  });
  expect(catalogEntryOf("anthropic/claude-sonnet-4-5").price).toEqual({ input: 3, output: 15 });
});
