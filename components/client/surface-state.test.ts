import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followSurface } from "@/components/draw/frame/surface-link";
import type { SurfaceState } from "./surface-state";
import { SurfaceStates } from "./surface-states";

let stored: { entries: Record<string, unknown>; version: number };
let storage: Map<string, string>;
let asked: string[];
let isDown: boolean;
let refusal: string | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  stored = { entries: {}, version: 0 };
  storage = new Map();
  asked = [];
  isDown = false;
  refusal = undefined;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal("fetch", async (_: string, { method = "GET", body }: RequestInit = {}) => {
    if (isDown) throw new TypeError("Failed to fetch");
    asked.push(method);
    if (method === "GET") return Response.json(stored);
    if (refusal) return Response.json({ error: { code: "invalid", message: refusal } }, { status: 422 });
    write(JSON.parse(String(body)).entries);
    return Response.json({ version: stored.version });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const write = (entries: Record<string, unknown>) => {
  stored = { entries: { ...stored.entries, ...entries }, version: stored.version + 1 };
};
const pass = (ms = 1_000) => vi.advanceTimersByTimeAsync(ms);
/** A tab with the conversation open at the server's current state. */
function tab(): { states: SurfaceStates; sheet: SurfaceState } {
  const states = new SurfaceStates();
  const { version } = stored;
  states.see("c", version > 0 ? [{ id: "m/t", version, isClosed: false, hasFailed: false }] : []);
  return { states, sheet: states.of("c", "m", "t") };
}

describe("the state of a surface", () => {
  it("sends the last value after a pause and is loaded only if the server has one", async () => {
    const { sheet: surface } = tab();
    await surface.ready();
    for (const text of ["R", "Ro", "Rome"]) surface.write("form:0", { city: text });
    expect(surface.read("form:0")).toEqual({ city: "Rome" });
    await pass();
    expect([asked, stored]).toEqual([["PATCH"], { entries: { "form:0": { city: "Rome" } }, version: 1 }]);
    const { sheet: other } = tab();
    expect(other.read("form:0")).toBeUndefined();
    await other.ready();
    expect(other.read("form:0")).toEqual({ city: "Rome" });
  });

  it("is reloaded in another tab without losing its unsent writes", async () => {
    const [a, b] = [tab(), tab()];
    const listener = vi.fn();
    b.sheet.subscribe(listener);
    a.sheet.write("state:x", 1);
    await pass();
    b.sheet.write("state:y", 2);
    b.states.changed("c", "m/t", 1);
    await pass();
    expect([b.sheet.read("state:x"), b.sheet.read("state:y")]).toEqual([1, 2]);
    expect(listener).toHaveBeenCalled();
    expect(stored.entries).toEqual({ "state:x": 1, "state:y": 2 });
    a.states.see("c", [{ id: "m/t", version: 2, isClosed: false, hasFailed: false }]);
    await pass();
    expect(a.sheet.read("state:y")).toBe(2);
  });

  it("is not reloaded after the event of its own write", async () => {
    const { states, sheet: surface } = tab();
    surface.write("state:x", 1);
    await pass();
    states.changed("c", "m/t", 1);
    await pass();
    expect(asked).toEqual(["PATCH"]);
  });

  it("keeps unsent writes after the tab closes while the server is unreachable, and sends them later", async () => {
    isDown = true;
    tab().sheet.write("state:x", 1);
    await pass();
    expect(storage.size).toBe(1);
    isDown = false;
    const { sheet: surface } = tab();
    expect(surface.read("state:x")).toBe(1);
    await pass(30_000);
    expect([stored.entries, storage.size]).toEqual([{ "state:x": 1 }, 0]);
  });

  it("reports a rejected write once and stores later ones", async () => {
    const { sheet: surface } = tab();
    refusal = "This sheet holds more than is kept of one.";
    surface.write("state:x", "much");
    await pass(10_000);
    expect([surface.problem(), asked]).toEqual([refusal, ["PATCH"]]);
    refusal = undefined;
    surface.write("state:x", "less");
    await pass();
    expect([surface.problem(), stored.entries]).toEqual([undefined, { "state:x": "less" }]);
  });

  it("is sent before a message; the message waits at most 2 s for it", async () => {
    const { states, sheet: surface } = tab();
    surface.write("state:x", 1);
    await states.flush("c");
    expect(stored.entries).toEqual({ "state:x": 1 });
    isDown = true;
    surface.write("state:x", 2);
    const flushed = vi.fn();
    void states.flush("c").then(flushed);
    await pass(2_100);
    expect(flushed).toHaveBeenCalled();
  });
});

describe("a frame on a surface", () => {
  it("receives the initial state and changes from other tabs, but not its own writes", async () => {
    write({ "state:board": ["a"] });
    const { states, sheet: surface } = tab();
    const got: unknown[] = [];
    const frame = followSurface(surface, (...args) => got.push(args));
    frame.watch("board");
    frame.watch("none");
    await pass();
    expect(got.splice(0)).toEqual([
      ["board", ["a"], 0],
      ["none", null, 0],
    ]);
    frame.set(7, [["board", ["a", "b"]]]);
    await pass();
    expect([got.splice(0), stored.entries]).toEqual([[], { "state:board": ["a", "b"] }]);
    write({ "state:board": [] });
    states.changed("c", "m/t", stored.version);
    await pass();
    expect(got).toEqual([["board", [], 7]]);
  });

  it("receives null for every key if there is no surface", () => {
    const got: unknown[] = [];
    const frame = followSurface(undefined, (...args) => got.push(args));
    frame.watch("board");
    frame.set(1, [["board", 1]]);
    expect(got).toEqual([["board", null, 0]]);
  });
});
