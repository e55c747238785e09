import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Change, componentOf, fileOf, historyOf, listen, surfaceOf, tablesOf } from "./events";

class FakeSource {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 1;
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onerror: () => void = () => {};

  constructor() {
    FakeSource.all.push(this);
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }

  tell(change: unknown): void {
    this.onmessage({ data: typeof change === "string" ? change : JSON.stringify(change) });
  }
}

class FakeChannel {
  static all = new Set<FakeChannel>();
  onmessage: (event: { data: unknown }) => void = () => {};

  constructor() {
    FakeChannel.all.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.all) if (other !== this) other.onmessage({ data });
  }

  close(): void {
    FakeChannel.all.delete(this);
  }
}

type Options = { steal?: boolean; signal?: AbortSignal };

/** Fake Web Locks. One tab holds the lock; other tabs wait for it or steal it. */
function fakeLocks() {
  let holder: { lose: () => void; gone: Promise<unknown> } | undefined;
  return {
    async request(_name: string, { steal, signal }: Options, lead: () => Promise<void>): Promise<void> {
      if (steal) holder?.lose();
      while (holder && !steal) {
        await Promise.race([holder.gone, new Promise((_, no) => signal?.addEventListener("abort", no))]);
        signal?.throwIfAborted();
      }
      const lost = Promise.withResolvers<void>();
      const leading = lead();
      const gone = Promise.race([leading, lost.promise]).catch(() => {});
      const mine = { lose: () => lost.reject(new Error("stolen")), gone };
      holder = mine;
      try {
        await Promise.race([leading, lost.promise]);
      } finally {
        if (holder === mine) holder = undefined;
      }
    },
  };
}

const leaves: (() => void)[] = [];
function tab() {
  const received: Change[] = [];
  const leave = listen((change) => received.push(change));
  leaves.push(leave);
  return { heard: received, leave };
}
const streams = () => FakeSource.all.filter(({ readyState }) => readyState !== FakeSource.CLOSED);
const stream = (): FakeSource => {
  const [source, other] = streams();
  if (!source || other) throw new Error(`There are ${streams().length} streams`);
  return source;
};
const turn = () => vi.advanceTimersByTimeAsync(0);
function look(isVisible: boolean) {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(isVisible ? "visible" : "hidden");
  document.dispatchEvent(new Event("visibilitychange"));
}
const browser = navigator;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.all = [];
  FakeChannel.all.clear();
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  vi.stubGlobal("navigator", { locks: fakeLocks() });
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
});
afterEach(async () => {
  for (const leave of leaves.splice(0)) leave();
  await turn();
  vi.stubGlobal("navigator", browser);
  vi.restoreAllMocks();
});

describe("the event stream", () => {
  it("encodes each kind of change as text that the parsers in events.ts recognize", async () => {
    const { heard: received } = tab();
    await turn();
    const tell = (change: unknown) => stream().tell(change);
    tell({ type: "component", name: "clock" });
    tell({ type: "history", kind: "state", name: "a key with spaces" });
    tell({ type: "file", id: "f1" });
    tell({ type: "database", tables: ["Sales"] });
    tell({ type: "sheet", conversation: "c", id: "s", version: 2 });
    tell({ type: "conversation", id: "c1" });
    const [component = "", history = "", file = "", database = "", surface = "", conversation] =
      received.map(String);
    expect(componentOf(component)).toBe("clock");
    expect(historyOf(history)).toEqual({ kind: "state", name: "a key with spaces" });
    expect(fileOf(file)).toBe("f1");
    expect(tablesOf(database)).toEqual(["Sales"]);
    expect(surfaceOf(surface)).toMatchObject({ conversation: "c", id: "s", version: 2 });
    expect(conversation).toBe("c1");
    for (const of of [componentOf, historyOf, fileOf, tablesOf, surfaceOf]) expect(of("c1")).toBeUndefined();
  });

  it("ignores invalid JSON and unknown types", async () => {
    const { heard: received } = tab();
    await turn();
    stream().tell("no JSON");
    stream().tell({ type: "weather" });
    expect(received).toEqual([]);
  });

  it("emits null when the stream opens or fails", async () => {
    const { heard: received } = tab();
    await turn();
    stream().onopen();
    stream().onerror();
    expect(received).toEqual([null, null]);
  });
});

describe("a stream", () => {
  it("reopens 5 s after the browser has closed it", async () => {
    tab();
    await turn();
    const first = stream();
    first.close();
    first.onerror();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(streams()).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(streams()).toHaveLength(1);
  });

  it("is not reopened while the browser reconnects by itself", async () => {
    tab();
    await turn();
    stream().onerror();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSource.all).toHaveLength(1);
  });

  it("closes when the tab unsubscribes", async () => {
    const { leave } = tab();
    await turn();
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([FakeSource.all.length, streams().length]).toEqual([1, 0]);
  });
});

describe("several tabs", () => {
  it("share one stream and all receive each change", async () => {
    const tabs = [tab(), tab(), tab()];
    await turn();
    stream().tell({ type: "settings" });
    expect(tabs.map(({ heard: received }) => received)).toEqual([["settings"], ["settings"], ["settings"]]);
  });

  it("open a new stream when the listening tab closes", async () => {
    const first = tab();
    await turn();
    look(false);
    const second = tab();
    await turn();
    const before = stream();
    first.leave();
    await turn();
    expect(stream()).not.toBe(before);
    stream().tell({ type: "pins" });
    expect(second.heard).toEqual(["pins"]);
  });

  it("open a stream each if the browser lacks Web Locks", async () => {
    vi.stubGlobal("navigator", {});
    tab();
    tab();
    await turn();
    expect(streams()).toHaveLength(2);
  });
});
