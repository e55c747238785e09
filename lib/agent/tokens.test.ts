import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { DEFAULT_PROMPT } from "@/lib/shared/default-prompt";
import { tokenCounter } from "./tokens";

test("prose is counted as the tokenizer does, but for the seams of its pieces", async () => {
  const count = await tokenCounter();
  const text = `${DEFAULT_PROMPT}\n\n`.repeat(20);
  expect(Math.abs(count(text) - encode(text).length)).toBeLessThan(encode(text).length * 0.01);
});

test.each([
  ["one long word", "x".repeat(100_000)],
  ["no spaces", "あ".repeat(100_000)],
  ["only spaces", " ".repeat(100_000)],
  ["special tokens", "<|endoftext|>".repeat(5_000)],
  ["halves of characters", "\ud83d".repeat(20_000)],
])("%s take no longer than prose", async (_, text) => {
  const count = await tokenCounter();
  const before = process.cpuUsage();
  expect(count(text)).toBeGreaterThan(0);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});
