import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rateLimited } from "./pace";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("rateLimited starts a hundred calls at once and further calls in order a second later", async () => {
  const started: number[] = [];
  const { call } = rateLimited(async (n: number) => void started.push(n), new AbortController().signal);
  const all = Array.from({ length: 250 }, (_, n) => call(n));
  await vi.advanceTimersByTimeAsync(999);
  expect(started).toHaveLength(100);
  await vi.advanceTimersByTimeAsync(1);
  expect(started).toHaveLength(200);
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(all);
  expect(started).toEqual(Array.from({ length: 250 }, (_, n) => n));
});

test("rateLimited starts no call after the abort", async () => {
  const over = new AbortController();
  const start = vi.fn(async () => {});
  const { call } = rateLimited(start, over.signal);
  const all = Promise.allSettled(Array.from({ length: 150 }, () => call()));
  over.abort();
  await vi.advanceTimersByTimeAsync(5_000);
  await all;
  expect(start.mock.calls.length).toBeLessThanOrEqual(100);
});
