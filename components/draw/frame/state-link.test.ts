import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StateLink } from "./state-link";

let values: Map<string, unknown>;
let writes: [key: string, value: unknown, isLasting: boolean][];
let isDown: boolean;
let isFull: boolean;
let source: FakeSource | undefined;

class FakeSource {
  static readonly CLOSED = 2;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    source = this;
  }
  close() {
    if (source === this) source = undefined;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  values = new Map();
  writes = [];
  isDown = false;
  isFull = false;
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal("fetch", async (path: string, { method, body, keepalive }: RequestInit = {}) => {
    if (isDown) throw new TypeError("Failed to fetch");
    const { pathname, searchParams } = new URL(path, "http://easel");
    const key = searchParams.get("key") ?? decodeURIComponent(pathname.replace("/api/state/", ""));
    if (method === "PUT" && isFull) {
      const error = { code: "invalid", message: "It is too large." };
      return Response.json({ error }, { status: 422 });
    }
    if (method === "PUT") {
      const { value } = JSON.parse(String(body));
      values.set(key, value);
      writes.push([key, value, keepalive === true]);
    }
    return Response.json({ value: values.get(key) ?? null });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rest = () => vi.advanceTimersByTimeAsync(0);
const tell = (key: string, value: unknown) => source?.onmessage?.({ data: JSON.stringify({ key, value }) });

function follower(link: StateLink) {
  const got: [key: string, value: unknown, seen: number][] = [];
  const refused: string[] = [];
  const follow = link.follow(
    (key, value, seen) => got.push([key, value, seen]),
    (key, why) => refused.push(`${key}: ${why}`),
  );
  return { got, refused, ...follow };
}

describe("StateLink", () => {
  it("reads a value once for all frames that follow it", async () => {
    values.set("cart", ["bread"]);
    const link = new StateLink();
    const [one, other] = [follower(link), follower(link)];
    one.watch("cart");
    await rest();
    other.watch("cart");
    expect([one.got, other.got]).toEqual([[["cart", ["bread"], 0]], [["cart", ["bread"], 0]]]);
  });

  it("writes at once and informs the other frames, but not the writing one", async () => {
    const link = new StateLink();
    const [one, other] = [follower(link), follower(link)];
    one.watch("n");
    other.watch("n");
    await rest();
    one.set(1, [["n", 5]]);
    await rest();
    tell("n", 5);
    expect(writes).toEqual([["n", 5, false]]);
    expect(one.got).toEqual([["n", null, 0]]);
    expect(other.got).toEqual([
      ["n", null, 0],
      ["n", 5, 0],
    ]);
  });

  it("sends the title of the surface that writes", async () => {
    const bodies: unknown[] = [];
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      if (init.method === "PUT") bodies.push(JSON.parse(String(init.body)));
      return fetch(path, init);
    });
    const link = new StateLink();
    const titled = link.follow(
      () => {},
      () => {},
      () => ({ title: "Tide board" }),
    );
    titled.set(1, [["n", 5]]);
    await rest();
    follower(link).set(1, [["m", 6]]);
    await rest();
    expect(bodies).toEqual([{ value: 5, sheet: "Tide board" }, { value: 6 }]);
  });

  it("sends the value that a frame has changed, and shows the merged value", async () => {
    values.set("note", "Tea");
    const sent: unknown[] = [];
    const { fetch } = globalThis;
    let merged: string | undefined;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      if (init.method !== "PUT") return fetch(path, init);
      const { value, base } = JSON.parse(String(init.body));
      sent.push([base, value]);
      return Response.json({ value: merged ?? value });
    });
    const link = new StateLink();
    const got: [value: unknown, at: number][] = [];
    const one = link.follow(
      (_, value, __, at = 0) => got.push([value, at]),
      () => {},
    );
    const at = () => got.at(-1)?.[1];
    one.watch("note");
    await rest();
    const first = at();
    one.set(1, [["note", "Tea f", first]]);
    one.set(2, [["note", "Tea for", first]]);
    one.set(3, [["note", "Tea for two", first]]);
    await rest();
    expect(sent).toEqual([
      ["Tea", "Tea f"],
      ["Tea f", "Tea for two"],
    ]);
    merged = "Green tea for two!";
    one.set(4, [["note", "Tea for two!", first]]);
    await rest();
    expect(got.at(-1)?.[0]).toBe(merged);
    // The frame made this write before it had the merged value, and the next one after.
    one.set(5, [["note", "Tea for two!!", first]]);
    await rest();
    one.set(6, [["note", "Green tea for two?", at()]]);
    await rest();
    expect(sent.slice(3)).toEqual([
      ["Tea for two!", "Tea for two!!"],
      ["Green tea for two!", "Green tea for two?"],
    ]);
  });

  it("sends the value that was changed before an outage", async () => {
    values.set("note", "Tea");
    const bodies: unknown[] = [];
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
      if (init.method === "PUT" && !isDown) bodies.push(JSON.parse(String(init.body)));
      return fetch(path, init);
    });
    const link = new StateLink();
    const one = follower(link);
    one.watch("note");
    await rest();
    isDown = true;
    one.set(1, [["note", "Tea 1", 1]]);
    await rest();
    one.set(2, [["note", "Tea 12", 1]]);
    isDown = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(bodies).toEqual([{ value: "Tea 12", base: "Tea" }]);
  });

  it("follows changes from elsewhere, each with the number of the follower's last write that it includes", async () => {
    const link = new StateLink();
    const one = follower(link);
    one.watch("n");
    await rest();
    one.set(7, [["n", 1]]);
    await rest();
    tell("n", 2);
    expect(one.got.at(-1)).toEqual(["n", 2, 7]);
  });

  it("sends only the last of several writes while the server is busy or unreachable", async () => {
    const link = new StateLink();
    const one = follower(link);
    one.watch("n");
    await rest();
    isDown = true;
    one.set(1, [["n", 1]]);
    one.set(2, [["n", 2]]);
    await rest();
    one.set(3, [["n", 3]]);
    isDown = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writes).toEqual([["n", 3, false]]);
  });

  it("reloads if a change arrived during its own write", async () => {
    const link = new StateLink();
    const one = follower(link);
    one.watch("n");
    await rest();
    one.set(1, [["n", 1]]);
    tell("n", 8);
    values.set("n", 8);
    await rest();
    expect(one.got.at(-1)?.[1]).toBe(values.get("n"));
  });

  it("restores the stored value if the server refuses a write, and tells the writer why", async () => {
    values.set("n", 1);
    const link = new StateLink();
    const [one, other] = [follower(link), follower(link)];
    one.watch("n");
    other.watch("n");
    await rest();
    isFull = true;
    one.set(3, [["n", "x"]]);
    await rest();
    expect(one.got.at(-1)).toEqual(["n", 1, 3]);
    expect(other.got.at(-1)).toEqual(["n", 1, 0]);
    expect([one.refused, other.refused]).toEqual([["n: It is too large."], []]);
  });

  it.each([".", "..", "events", "a/../b", "?", "%2e"])("stores a value under the key %s", async (key) => {
    const link = new StateLink();
    const one = follower(link);
    one.watch(key);
    await rest();
    one.set(1, [[key, 5]]);
    await rest();
    expect(values.get(key)).toBe(5);
  });

  it("flushes unsent writes with keepalive", async () => {
    const link = new StateLink();
    const one = follower(link);
    one.watch("n");
    await rest();
    one.set(1, [["n", 1]]);
    link.flush();
    await rest();
    expect(writes).toContainEqual(["n", 1, true]);
  });

  it("closes the event stream when no key is followed", async () => {
    const link = new StateLink();
    const one = follower(link);
    one.watch("n");
    expect(source).toBeDefined();
    one.close();
    expect(source).toBeUndefined();
  });
});
