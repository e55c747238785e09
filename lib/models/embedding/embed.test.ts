import { afterAll, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { embed, isWarm, MAX_BATCH_SIZE } from "./embed";
import { cosine, packed, signsOf } from "./vector";

afterAll(closeAll);

const near = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  a && b ? cosine(a, packed(b)) : Number.NaN;

test("returns close vectors for similar meanings, and zeros for a text without words", async () => {
  expect(isWarm()).toBe(false);
  const [dog, puppy, stocks, nothing] =
    (await embed(["The dog barks", "A puppy makes noise", "Stock prices fell", "…"])) ?? [];
  expect(isWarm()).toBe(true);
  expect(near(dog, dog)).toBeCloseTo(1, 3);
  expect(near(dog, puppy)).toBeGreaterThan(near(dog, stocks) + 0.2);
  expect(near(dog, nothing)).toBe(0);
  expect(signsOf(dog ?? new Float32Array())).toMatch(/^[01]{512}$/);
});

test("cuts a long text and accepts hostile ones", async () => {
  const texts = [
    "x".repeat(1_000_000),
    "\u0000\ud800",
    "word ".repeat(50_000),
    "😀😀",
    "",
    "'; drop table",
    "日本語",
  ];
  expect(texts.length).toBeLessThan(MAX_BATCH_SIZE);
  const vectors = await embed(texts);
  expect(vectors?.map(({ length }) => length)).toEqual(texts.map(() => 512));
  expect(vectors?.flatMap((vector) => [...vector]).every(Number.isFinite)).toBe(true);
});
