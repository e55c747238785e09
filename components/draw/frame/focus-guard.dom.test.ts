import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { guardFocus } from "./focus-guard";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  document.body.replaceChildren();
});

const frames = new Set<Element | null>();
function aFrame(): HTMLIFrameElement {
  const element: HTMLElement = document.body.appendChild(document.createElement("div"));
  element.tabIndex = 0;
  frames.add(element);
  return element as HTMLIFrameElement;
}

function page() {
  const frame = aFrame();
  const field = document.body.appendChild(document.createElement("textarea"));
  const button = document.body.appendChild(document.createElement("button"));
  const onThief = vi.fn();
  const guard = guardFocus({
    frameOf: (element) => (frames.has(element) ? (element as HTMLIFrameElement) : undefined),
    onThief,
  });
  const notified: boolean[] = [];
  const end = new AbortController();
  guard.follow((isHeld) => notified.push(isHeld), end.signal);
  return { frame, field, button, onThief, guard, told: notified, end };
}

it("the focus guard reports whether the user is in a text field, until the signal aborts", () => {
  const { field, button, told: notified, end } = page();
  field.focus();
  button.focus();
  field.focus();
  expect(notified).toEqual([false, true, false, true]);
  end.abort();
  button.focus();
  expect(notified).toHaveLength(4);
});

it("the focus guard stops only a frame that repeatedly asks for the focus while the user types", () => {
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

const write = (field: HTMLElement, key = "a") =>
  field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const look = () => vi.advanceTimersByTime(200);
const has = (element: HTMLElement) => document.activeElement === element;

it("the focus guard returns the focus to the text field, and stops a frame that takes it three times", () => {
  const { frame, field, onThief } = page();
  field.focus();
  for (const times of [1, 2, 3]) {
    write(field);
    frame.focus();
    look();
    expect([has(field), onThief.mock.calls.length]).toEqual([true, times < 3 ? 0 : 1]);
  }
});

it("the focus guard lets a frame have the focus while the user does not type", () => {
  const { frame, button, guard, onThief } = page();
  button.focus();
  frame.focus();
  look();
  expect(has(frame)).toBe(true);
  expect(guard.isMeant(frame)).toBe(false);
  expect(onThief).not.toHaveBeenCalled();
});

it("the focus guard returns the focus to an idle text field, too, without counting that as theft", () => {
  const { frame, field, onThief } = page();
  for (let times = 0; times < 4; times++) {
    field.focus();
    vi.advanceTimersByTime(2_000);
    frame.focus();
    look();
    look();
    expect(has(field)).toBe(true);
  }
  expect(onThief).not.toHaveBeenCalled();
});

it("the focus guard accepts a focus that follows a press, even if the press is reported later", () => {
  const { frame, field, guard, onThief } = page();
  field.focus();
  for (let times = 0; times < 4; times++) {
    write(field);
    frame.focus();
    look();
    expect(has(field)).toBe(true);
    guard.pressed(frame);
    expect([has(frame), guard.isMeant(frame)]).toEqual([true, true]);
    vi.advanceTimersByTime(2_000);
    expect(has(frame)).toBe(true);
    field.focus();
    expect(guard.isMeant(frame)).toBe(false);
  }
  expect(onThief).not.toHaveBeenCalled();
});

it("the focus guard lets a frame have the focus at once after Tab or a press of a button", () => {
  const { frame, field, button } = page();
  field.focus();
  write(field);
  button.focus();
  button.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  frame.focus();
  look();
  expect(has(frame)).toBe(true);
});

it("the focus guard keeps the focus in the user's frame against another one until the user leaves", () => {
  const { frame, button, guard } = page();
  const other = aFrame();
  guard.pressed(frame);
  frame.focus();
  look();
  other.focus();
  look();
  expect([has(frame), guard.isMeant(frame), guard.isMeant(other)]).toEqual([true, true, false]);
  button.focus();
  expect(guard.isMeant(frame)).toBe(false);
  other.focus();
  look();
  expect(has(other)).toBe(true);
});
