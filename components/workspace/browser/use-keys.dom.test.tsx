import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BrowserEventSent } from "@/lib/shared/browser/bodies";
import { useKeys } from "./use-keys";

let sent: BrowserEventSent[] = [];
const onLeave = vi.fn();
const onShortcut = vi.fn();

function Field({ isMac }: { isMac: boolean }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useKeys(field, { isMac, send: (event) => sent.push(event), onLeave });
  return <textarea ref={field} aria-label="Keys" />;
}

function draw(isMac = false) {
  const { unmount } = render(<Field isMac={isMac} />);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Keys" });
  field.focus();
  return { field, unmount };
}

/** Fires a key event. `at` is its timestamp in ms. Returns false if the default action was prevented. */
function key(field: HTMLElement, name: "keyDown" | "keyUp", init: KeyboardEventInit, at = 0): boolean {
  const event = createEvent[name](field, { code: init.key, ...init });
  Object.defineProperty(event, "timeStamp", { value: at });
  return fireEvent(field, event);
}

function write(field: HTMLTextAreaElement, text: string, inputType: string, isComposing = false) {
  field.value = text;
  fireEvent(field, new InputEvent("input", { bubbles: true, inputType, isComposing }));
}
const MARK = "\u200b";
const sentEvents = () =>
  sent.map((event) => `${event.type} ${"key" in event ? event.key : "text" in event ? event.text : ""}`);

beforeEach(() => {
  sent = [];
  onLeave.mockReset();
  onShortcut.mockReset();
  document.addEventListener("keydown", onShortcut);
  return () => document.removeEventListener("keydown", onShortcut);
});

describe("keys", () => {
  it("go to the page, and trigger no shortcut of Easel", () => {
    const { field } = draw();
    expect(key(field, "keyDown", { key: "k", code: "KeyK", ctrlKey: true })).toBe(false);
    key(field, "keyUp", { key: "k", code: "KeyK" });
    expect(sentEvents()).toEqual(["keydown k", "keyup k"]);
    expect(sent[0]).toMatchObject({ code: "KeyK", modifiers: 2 });
    expect(onShortcut).not.toHaveBeenCalled();
  });

  it("whose press happened elsewhere send no keyup to the page", () => {
    const { field } = draw();
    key(field, "keyUp", { key: "Enter" });
    expect(sent).toEqual([]);
  });

  it("are released once when the focus leaves", () => {
    const { field } = draw();
    key(field, "keyDown", { key: "Shift", code: "ShiftLeft" });
    key(field, "keyDown", { key: "A", code: "KeyA", shiftKey: true });
    key(field, "keyDown", { key: "A", code: "KeyA", shiftKey: true, repeat: true });
    field.blur();
    key(field, "keyUp", { key: "A", code: "KeyA" });
    expect(sentEvents()).toEqual(["keydown Shift", "keydown A", "keydown A", "keyup Shift", "keyup A"]);
  });

  it("pressed with ⌘ on a Mac are released at once", () => {
    const { field } = draw(true);
    key(field, "keyDown", { key: "Meta", code: "MetaLeft", metaKey: true });
    key(field, "keyDown", { key: "a", code: "KeyA", metaKey: true });
    expect(sentEvents()).toEqual(["keydown Control", "keydown a", "keyup a"]);
    key(field, "keyUp", { key: "Meta", code: "MetaLeft" });
    expect(sentEvents().at(-1)).toBe("keyup Control");
  });

  it("go to Easel again after a second Escape; the page receives only the first", () => {
    const { field } = draw();
    key(field, "keyDown", { key: "Escape" }, 1_000);
    key(field, "keyUp", { key: "Escape" }, 1_050);
    expect(key(field, "keyDown", { key: "Escape" }, 1_500)).toBe(false);
    expect(onLeave).toHaveBeenCalledOnce();
    expect(sentEvents()).toEqual(["keydown Escape", "keyup Escape"]);
  });

  it("still go to the page if the second Escape comes late or Escape is held", () => {
    const { field } = draw();
    key(field, "keyDown", { key: "Escape" }, 1_000);
    key(field, "keyDown", { key: "Escape", repeat: true }, 1_100);
    key(field, "keyDown", { key: "Escape" }, 2_500);
    expect(onLeave).not.toHaveBeenCalled();
    expect(sent).toHaveLength(3);
  });
});

describe("text", () => {
  it("is pasted as plain text, split between characters if long", () => {
    const { field } = draw();
    const long = `${"a".repeat(19_999)}🌾 rye`;
    const paste = (text: string) =>
      fireEvent.paste(field, {
        clipboardData: { getData: (type: string) => (type === "text/plain" ? text : "<b>") },
      });
    expect(paste(long)).toBe(false);
    const chunks = sent.map((event) => (event.type === "text" ? event.text : ""));
    expect(chunks).toEqual(["a".repeat(19_999), "🌾 rye"]);
    sent = [];
    paste("");
    expect(sent).toEqual([]);
  });

  it("of an input method is sent once when composition ends", () => {
    const { field } = draw();
    write(field, `${MARK}に`, "insertCompositionText", true);
    expect(sent).toEqual([]);
    field.value = `${MARK}日本`;
    fireEvent.compositionEnd(field);
    // Some browsers report the same text twice.
    fireEvent(field, new InputEvent("input", { bubbles: true, inputType: "insertCompositionText" }));
    expect(sentEvents()).toEqual(["text 日本"]);
  });

  it("of a touch keyboard is sent with line breaks and deletions", () => {
    const { field } = draw();
    expect(field.value).toBe(MARK);
    write(field, `${MARK}Rye `, "insertText");
    write(field, `${MARK}\n`, "insertLineBreak");
    write(field, "", "deleteContentBackward");
    expect(sentEvents()).toEqual([
      "text Rye ",
      "keydown Enter",
      "keyup Enter",
      "keydown Backspace",
      "keyup Backspace",
    ]);
    // The field contains the placeholder again, so that the next Backspace has a character to delete.
    expect(field.value).toBe(MARK);
  });
});
