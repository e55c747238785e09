import { afterEach, expect, it, vi } from "vitest";
import { guardFocus } from "./focus-guard";

afterEach(() => {
  document.body.replaceChildren();
});

function page() {
  const frame = document.createElement("iframe");
  const field = document.body.appendChild(document.createElement("textarea"));
  const button = document.body.appendChild(document.createElement("button"));
  const onThief = vi.fn();
  const guard = guardFocus({
    frameOf: (element) => (element instanceof HTMLIFrameElement ? element : undefined),
    onThief,
  });
  const told: boolean[] = [];
  const end = new AbortController();
  guard.follow((isHeld) => told.push(isHeld), end.signal);
  return { frame, field, button, onThief, guard, told, end };
}

it("tells whether somebody has the focus where text is written, and nobody who does not listen any more", () => {
  const { field, button, told, end } = page();
  field.focus();
  button.focus();
  field.focus();
  expect(told).toEqual([false, true, false, true]);
  end.abort();
  button.focus();
  expect(told).toHaveLength(4);
});

it("stops a frame that asks for the focus again and again while somebody writes, and no other", () => {
  const { frame, field, guard, onThief } = page();
  for (let tries = 0; tries < 5; tries++) guard.grabbed(frame);
  expect(onThief).not.toHaveBeenCalled();
  field.focus();
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
  guard.grabbed(frame);
  guard.grabbed(frame);
  expect(onThief).not.toHaveBeenCalled();
  guard.grabbed(frame);
  expect(onThief).toHaveBeenCalledWith(frame);
});
