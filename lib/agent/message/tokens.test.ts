import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { DEFAULT_PROMPT } from "@/lib/shared/default-prompt";
import { toolsets } from "@/lib/tools/toolsets/index";
import { tokenCounter } from "./tokens";

test("the token counter counts prose like the tokenizer, with small differences where the counter splits the text", async () => {
  const count = await tokenCounter();
  const text = `${DEFAULT_PROMPT}\n\n`.repeat(20);
  expect(Math.abs(count(text) - encode(text).length)).toBeLessThan(encode(text).length * 0.01);
});

test.each([
  ["one long word", "x".repeat(100_000)],
  ["no spaces", "あ".repeat(100_000)],
  ["only spaces", " ".repeat(100_000)],
  ["special tokens", "<|endoftext|>".repeat(5_000)],
  ["lone surrogates", "\ud83d".repeat(20_000)],
])("counts %s in less than 1 s of CPU", async (_, text) => {
  const count = await tokenCounter();
  const before = process.cpuUsage();
  expect(count(text)).toBeGreaterThan(0);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});

const MAX_DESCRIBED = 3_900;

test("descriptions of all toolsets, tools and arguments have fewer than 3,900 tokens", async () => {
  const count = await tokenCounter();
  const descriptions = toolsets.flatMap(({ prompt, tools }) => [
    prompt,
    ...Object.values(tools).flatMap(({ description, inputSchema, modelSchema: toldSchema = inputSchema }) => [
      description,
      ...described(toldSchema),
    ]),
  ]);
  expect(descriptions.reduce((sum, text) => sum + count(text), 0)).toBeLessThan(MAX_DESCRIBED);
});

/**
 * Returns the descriptions in a schema at any depth. A property of the schema may itself be named
 * `description`.
 */
function described(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "description" && typeof value === "string" ? [value] : described(value),
  );
}
