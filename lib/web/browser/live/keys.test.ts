import { expect, test } from "vitest";
import { MODIFIERS } from "@/lib/shared/browser/bodies";
import { dispatchedKey } from "./keys";

const { alt, control, meta, shift } = MODIFIERS;
const down = (key: string, modifiers = 0, code = "") =>
  dispatchedKey({ type: "keydown", key, code, modifiers, location: 0, repeat: false });

test.each([
  ["a", 0, "KeyA", { text: "a", windowsVirtualKeyCode: 65, modifiers: 0 }],
  ["A", shift, "KeyA", { text: "A", windowsVirtualKeyCode: 65, modifiers: shift }],
  ["Enter", 0, "Enter", { text: "\r", windowsVirtualKeyCode: 13 }],
  ["ö", 0, "Semicolon", { text: "ö", windowsVirtualKeyCode: 186 }],
  ["@", control | alt, "KeyQ", { text: "@", modifiers: 0 }],
  ["å", alt, "KeyA", { text: "å", modifiers: 0 }],
  [" ", 0, "Space", { text: " ", windowsVirtualKeyCode: 32 }],
])("produces text for %s with modifiers %i", (key, modifiers, code, event) => {
  expect(down(key, modifiers, code)).toMatchObject({ type: "keyDown", ...event });
});

test.each([
  ["a", control, "KeyQ", { windowsVirtualKeyCode: 65, modifiers: control }],
  ["c", meta, "KeyC", { windowsVirtualKeyCode: 67 }],
  ["f", alt, "KeyF", { windowsVirtualKeyCode: 70, modifiers: alt }],
  ["ф", control, "KeyA", { windowsVirtualKeyCode: 65 }],
  ["ArrowLeft", shift, "ArrowLeft", { windowsVirtualKeyCode: 37, modifiers: shift }],
  ["F5", 0, "F5", { windowsVirtualKeyCode: 116 }],
  ["Dead", 0, "BracketLeft", { windowsVirtualKeyCode: 219 }],
])("produces no text for %s with modifiers %i", (key, modifiers, code, event) => {
  const pressed = down(key, modifiers, code);
  expect(pressed).toMatchObject({ type: "rawKeyDown", ...event });
  expect(pressed).not.toHaveProperty("text");
});
