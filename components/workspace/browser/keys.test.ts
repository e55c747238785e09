import { expect, it } from "vitest";
import { keyEvent, modifiersOf, piecesOf } from "./keys";

const NONE = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const pressed = (key: string, more: Partial<Parameters<typeof keyEvent>[1]> = {}) => ({
  ...NONE,
  key,
  code: key.length === 1 ? `Key${key.toUpperCase()}` : key,
  location: 0,
  repeat: false,
  isComposing: false,
  ...more,
});

it("letters, named keys and modifiers are sent to the page", () => {
  expect(keyEvent("keydown", pressed("a"), false)).toEqual({
    type: "keydown",
    key: "a",
    code: "KeyA",
    modifiers: 0,
    location: 0,
    repeat: false,
  });
  expect(keyEvent("keydown", pressed("Tab", { shiftKey: true }), false)).toMatchObject({ modifiers: 8 });
  expect(keyEvent("keyup", pressed("Enter"), false)).not.toHaveProperty("repeat");
});

it('returns "window" for text input and shortcuts of the user\'s browser', () => {
  const command = { ctrlKey: true };
  const left = [
    pressed("Dead"),
    pressed("Process"),
    pressed("Unidentified"),
    pressed("a", { isComposing: true }),
    pressed("F5"),
    ...["v", "V", "r", "t", "w"].map((key) => pressed(key, command)),
    pressed("I", { ctrlKey: true, shiftKey: true }),
  ];
  expect(left.map((event) => keyEvent("keydown", event, false))).toEqual(left.map(() => "window"));
  expect(keyEvent("keydown", pressed("i", command), false)).toMatchObject({ key: "i", modifiers: 2 });
});

it("⌘ is sent as Ctrl on a Mac only", () => {
  const copy = keyEvent("keydown", pressed("c", { metaKey: true }), true);
  expect(copy).toMatchObject({ key: "c", modifiers: 2 });
  expect(keyEvent("keydown", pressed("Meta", { code: "MetaLeft", metaKey: true }), true)).toMatchObject({
    key: "Control",
    code: "ControlLeft",
  });
  expect(modifiersOf({ ...NONE, metaKey: true }, false)).toBe(4);
  expect(keyEvent("keydown", pressed("v", { metaKey: true }), true)).toBe("window");
});

it("characters typed with AltGr or ⌥ are sent without those modifiers", () => {
  const atSign = pressed("@", { ctrlKey: true, altKey: true, getModifierState: (key) => key === "AltGraph" });
  expect(keyEvent("keydown", atSign, false)).toMatchObject({ key: "@", modifiers: 0 });
  expect(keyEvent("keydown", pressed("å", { altKey: true }), true)).toMatchObject({ key: "å", modifiers: 0 });
});

it("Alt with an arrow key is sent as back or forward", () => {
  expect(keyEvent("keydown", pressed("ArrowLeft", { altKey: true }), false)).toEqual({ type: "back" });
  expect(keyEvent("keydown", pressed("ArrowRight", { altKey: true }), false)).toEqual({ type: "forward" });
});

it("piecesOf splits long text without separating surrogate pairs", () => {
  expect(piecesOf("ab🥐cd", 3)).toEqual(["ab", "🥐c", "d"]);
  expect(piecesOf("", 3)).toEqual([]);
});
