import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useLive } from "./use-live";

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;

  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }

  say(name: string, data: unknown): void {
    act(() => {
      this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
    });
  }

  fail(readyState: number): void {
    this.readyState = readyState;
    act(() => this.onerror?.());
  }
}

const open = () => FakeSource.all.filter(({ readyState }) => readyState !== FakeSource.CLOSED);
const last = (): FakeSource => {
  const source = FakeSource.all.at(-1);
  if (!source) throw new Error("No stream was opened");
  return source;
};

beforeEach(() => {
  FakeSource.all = [];
  vi.stubGlobal("EventSource", FakeSource);
});

type Wanted = { id: string; isSeen: boolean; isBusy: boolean; calls: number };

function watch(first: Partial<Wanted> = {}) {
  const start: Wanted = { id: "c", isSeen: true, isBusy: false, calls: 0, ...first };
  const onFrame = vi.fn();
  const { result, rerender, unmount } = renderHook(
    ({ id, ...wanted }: Wanted) => useLive(id, { ...wanted, onFrame }),
    { initialProps: start },
  );
  return { result, unmount, onFrame, change: (next: Partial<Wanted>) => rerender({ ...start, ...next }) };
}

describe("live browser of a conversation", () => {
  it("opens one stream while visible", () => {
    const { change, unmount } = watch({ isSeen: false });
    expect(open()).toHaveLength(0);
    change({ isSeen: true });
    change({ isSeen: true, calls: 1 });
    expect(FakeSource.all).toHaveLength(1);
    change({ isSeen: false });
    expect(open()).toHaveLength(0);
    change({ isSeen: true });
    unmount();
    expect(open()).toHaveLength(0);
  });

  it("closes the stream once the browser has closed, and opens it on the next call", () => {
    const { result, change } = watch();
    last().say("closed", { reason: "It was idle." });
    expect(result.current).toMatchObject({ phase: "closed", reason: "It was idle." });
    expect(open()).toHaveLength(0);
    change({ calls: 1 });
    expect(open()).toHaveLength(1);
  });

  it("keeps the stream open if the browser closes while a call is running", () => {
    watch({ isBusy: true });
    last().say("closed", { reason: null });
    expect(open()).toHaveLength(1);
  });

  it("reconnects when it becomes visible again and on request", () => {
    const { result, change } = watch();
    last().say("closed", { reason: null });
    change({ isSeen: false });
    change({ isSeen: true });
    expect(open()).toHaveLength(1);
    last().say("closed", { reason: null });
    act(() => result.current.again());
    expect(open()).toHaveLength(1);
    act(() => result.current.again());
    expect([FakeSource.all.length, open().length]).toEqual([4, 1]);
  });

  it("opens another stream for another conversation", () => {
    const { change } = watch();
    change({ id: "d" });
    expect(open().map(({ url }) => url)).toEqual([expect.stringContaining("/d/")]);
  });

  it("reconnects after the stream has failed", () => {
    vi.useFakeTimers();
    const { result } = watch();
    last().fail(0);
    expect(result.current.phase).toBe("lost");
    expect(FakeSource.all).toHaveLength(1);
    last().fail(FakeSource.CLOSED);
    act(() => vi.advanceTimersByTime(5_000));
    expect(open()).toHaveLength(1);
  });
});
