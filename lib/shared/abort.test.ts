import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { abortable, Late, raceAbort, withDeadline } from "./abort";

const never = () => new Promise<never>(() => {});
const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

describe("a race with an abort", () => {
  test("gives what the work gives, and leaves no listener", async () => {
    const { signal } = new AbortController();
    expect(await raceAbort(async () => 1, signal)).toBe(1);
    await expect(raceAbort(() => Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
    expect(listeners(signal)).toBe(0);
  });

  test("ends work that does not listen, and what it throws later hurts nobody", async () => {
    const control = new AbortController();
    const work = Promise.withResolvers<void>();
    const race = raceAbort(() => work.promise, control.signal);
    control.abort("stopped");
    await expect(race).rejects.toBe("stopped");
    work.reject(new Error("late"));
  });

  test("does not begin what is aborted already", async () => {
    const work = vi.fn(never);
    await expect(raceAbort(work, AbortSignal.abort("stopped"))).rejects.toBe("stopped");
    expect(work).not.toHaveBeenCalled();
  });
});

describe("a deadline", () => {
  test("lets work be that is done in time", async () => {
    const { signal } = new AbortController();
    expect(await withDeadline(signal, 1_000, async () => 1)).toBe(1);
    expect(listeners(signal)).toBe(0);
  });

  test("ends the rest with an error of its own, whatever the work throws then", async () => {
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

  test("passes an abort on with its reason, and may lie further off than a timer reaches", async () => {
    const control = new AbortController();
    const work = withDeadline(control.signal, Number.MAX_SAFE_INTEGER, (own) => raceAbort(never, own));
    control.abort("stopped");
    await expect(work).rejects.toBe("stopped");
    await expect(withDeadline(control.signal, 1_000, never)).rejects.toBe("stopped");
  });
});

describe("a stream that can be aborted", () => {
  const endless = (cancel: () => void) =>
    new ReadableStream<number>({
      start: (controller) => controller.enqueue(1),
      cancel,
    });

  test("ends at the abort though its source says nothing, and tells the source", async () => {
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

  test("tells its source also when the reader has had enough", async () => {
    const { signal } = new AbortController();
    const cancelled = vi.fn();
    for await (const _ of abortable(endless(cancelled), signal)) break;
    expect(cancelled).toHaveBeenCalled();
    expect(listeners(signal)).toBe(0);
  });
});
