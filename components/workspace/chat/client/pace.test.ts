import type { UIMessage } from "ai";
import { expect, it } from "vitest";
import { sizeOf } from "@/lib/shared/chat/parts";
import { nextOf } from "./pace";

const message = (...lengths: number[]): UIMessage => ({
  id: "a",
  role: "assistant",
  parts: lengths.map((length) => ({ type: "text", text: "x".repeat(length), state: "done" })),
});

const steps = (whole: UIMessage, shown?: UIMessage): UIMessage[] => {
  const next = nextOf(whole, shown);
  return next === whole ? [next] : [next, ...steps(whole, next)];
};

it("nextOf shows a small addition at once", () => {
  const whole = message(1_200);
  expect(nextOf(whole, message(1_000))).toBe(whole);
});

it("nextOf shows a burst in growing steps until complete", () => {
  for (const whole of [message(20_000), message(5_000, 0, 7_000), message(...Array(40).fill(300))]) {
    const sizes = steps(whole).map(sizeOf);
    expect(sizes.length).toBeLessThan(40);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(sizes).size).toBe(sizes.length);
    expect(sizes.at(-1)).toBe(sizeOf(whole));
  }
});

it("nextOf continues after the shown part and starts over for another message", () => {
  const whole = message(20_000);
  expect(sizeOf(nextOf(whole, message(9_000)))).toBeGreaterThan(9_000);
  expect(sizeOf(nextOf(whole, { ...message(9_000), id: "b" }))).toBeLessThan(9_000);
});
