import { describe, expect, it } from "vitest";
import { share } from "./share";

describe("share", () => {
  it("returns the old value if nothing changed", () => {
    const before = { a: [1, { b: "x" }], c: null };
    expect(share(before, structuredClone(before))).toBe(before);
  });

  it("keeps unchanged objects and takes changed ones", () => {
    const before = [
      { id: "1", parts: [{ text: "one" }] },
      { id: "2", parts: [{ text: "two" }] },
    ];
    const now = structuredClone(before);
    now[1] = { id: "2", parts: [{ text: "two, longer" }] };
    const next = share(before, now);
    expect(next).toEqual(now);
    expect(next[0]).toBe(before[0]);
    expect(next[1]).not.toBe(before[1]);
  });

  it("detects removed items and keys", () => {
    expect(share([1, 2], [1])).toEqual([1]);
    expect(share({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
    expect(share({ a: undefined }, { b: undefined })).toEqual({ b: undefined });
  });
});
