import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { abortable, Late, raceAbort, withDeadline } from "./abort";

const never = () => new Promise<never>(() => {});
const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

describe("raceAbort", () => {
  test("settles with the work and removes its listener", async () => {
    const { signal } = new AbortController();
    expect(await raceAbort(async () => 1, signal)).toBe(1);
    await expect(raceAbort(() => Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
    expect(listeners(signal)).toBe(0);
  });

  test("rejects on abort and ignores a later rejection of the work", async () => {
    const control = new AbortController();
    const work = Promise.withResolvers<void>();
    const race = raceAbort(() => work.promise, control.signal);
    control.abort("stopped");
    await expect(race).rejects.toBe("stopped");
    work.reject(new Error("late"));
  });

  test("does not start work if the signal is already aborted", async () => {
    const work = vi.fn(never);
    await expect(raceAbort(work, AbortSignal.abort("stopped"))).rejects.toBe("stopped");
    expect(work).not.toHaveBeenCalled();
  });
});

describe("withDeadline", () => {
  test("returns the result of work that finishes in time", async () => {
    const { signal } = new AbortController();
    expect(await withDeadline(signal, 1_000, async () => 1)).toBe(1);
    expect(listeners(signal)).toBe(0);
  });

  test("throws Late at the deadline, whatever the work throws afterwards", async () => {
    const { signal } = new AbortController();
    const hang = withDeadline(signal, 5, (own) => raceAbort(never, own));
    await expect(hang).rejects.toBeInstanceOf(Late);
    const clumsy = withDeadline(signal, 5, (own) =>
      raceAbort(never, own).catch(() => {
        throw new Error("something else");
      }),
    );
    await expect(clumsy).rejects.toBeInstanceOf(Late);
    expect(listeners(signal)).toBe(0);
  });

  test("passes on the reason of an abort, and accepts deadlines longer than a timer supports", async () => {
    const control = new AbortController();
    const work = withDeadline(control.signal, Number.MAX_SAFE_INTEGER, (own) => raceAbort(never, own));
    control.abort("stopped");
    await expect(work).rejects.toBe("stopped");
    await expect(withDeadline(control.signal, 1_000, never)).rejects.toBe("stopped");
  });
});

describe("abortable", () => {
  const endless = (cancel: () => void) =>
    new ReadableStream<number>({
      start: (controller) => controller.enqueue(1),
      cancel,
    });

  test("ends on abort while the source is silent, and cancels the source", async () => {
    const control = new AbortController();
    const cancelled = vi.fn();
    const read = async () => {
      for await (const value of abortable(endless(cancelled), control.signal))
        setTimeout(() => control.abort("stopped"), value);
    };
    await expect(read()).rejects.toBe("stopped");
    expect(cancelled).toHaveBeenCalledWith("stopped");
    expect(listeners(control.signal)).toBe(0);
  });

  test("cancels the source if the reader stops early", async () => {
    const { signal } = new AbortController();
    const cancelled = vi.fn();
    for await (const _ of abortable(endless(cancelled), signal)) break;
    expect(cancelled).toHaveBeenCalled();
    expect(listeners(signal)).toBe(0);
  });
});
