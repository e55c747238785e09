import { describe, expect, it } from "vitest";
import { ariaKeys, isSingle, keyNames, SHORTCUTS } from "./shortcuts";

const all = Object.values(SHORTCUTS).flatMap(({ keys }) => [...keys]);

describe("the shortcuts", () => {
  it("use each key once", () => {
    expect(new Set(all).size).toBe(all.length);
  });

  it("avoid keys reserved by browsers and screen readers", () => {
    const taken = ["n", "t", "w", "r", "l", "d", "f", "p", "s", "o", "h", "j", "u", "a", "b", "i"];
    for (const key of taken) expect(all).not.toContain(`mod+${key}`);
    for (const key of all) expect(key).not.toMatch(/alt|ctrl|meta|f\d|tab|escape|arrow|space|enter/);
  });

  it("are displayed with the names of the platform", () => {
    expect(keyNames("mod+k", true)).toEqual(["⌘", "K"]);
    expect(keyNames("mod+k", false)).toEqual(["Ctrl", "K"]);
    expect(keyNames("shift+?", false)).toEqual(["?"]);
    expect(ariaKeys("palette", true)).toBe("Meta+k");
    expect(ariaKeys("shortcuts", false)).toBe("Control+/ ?");
  });

  it("are classified as single keys or combinations", () => {
    expect(all.filter((key) => !isSingle(key))).toEqual(["mod+k", "mod+/", "mod+."]);
  });
});
