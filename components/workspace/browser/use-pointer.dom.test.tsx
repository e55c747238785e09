import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BrowserEventSent } from "@/lib/shared/browser/bodies";
import { Hands } from "./hands";

let sent: BrowserEventSent[] = [];

/** Renders an image of 1280 × 800 at half size, 100 px from the left and 50 px from the top. */
function draw() {
  const field = createRef<HTMLTextAreaElement>();
  const { unmount } = render(
    <Hands
      viewport={{ width: 1280, height: 800 }}
      field={field}
      hintId="hint"
      send={(event) => sent.push(event)}
      onLeave={() => {}}
    />,
  );
  const box = screen.getByRole("textbox", { name: /^Keyboard input/ }).parentElement as HTMLElement;
  vi.spyOn(box, "getBoundingClientRect").mockReturnValue(new DOMRect(100, 50, 640, 400));
  vi.spyOn(box, "clientWidth", "get").mockReturnValue(640);
  return { box, field, unmount };
}

type PointInit = MouseEventInit & { pointerId?: number; pointerType?: string; at?: number };

/** `at`: timestamp in ms. */
function point(
  box: HTMLElement,
  name: "Down" | "Move" | "Up" | "Cancel",
  { at = 0, ...init }: PointInit = {},
) {
  const event = createEvent[`pointer${name}`](box, { pointerId: 1, pointerType: "mouse", ...init });
  Object.defineProperty(event, "timeStamp", { value: at });
  fireEvent(box, event);
}
const touch = { pointerType: "touch", pointerId: 7 };
const nextFrame = () => vi.advanceTimersToNextFrame();
const types = () => sent.map(({ type }) => type);

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
});

describe("mouse on the image", () => {
  it("presses at the corresponding position of the page, and gives the page the keyboard focus", () => {
    const { box, field } = draw();
    point(box, "Down", { clientX: 420, clientY: 250, shiftKey: true });
    point(box, "Up", { clientX: 420, clientY: 250 });
    const place = { x: 640, y: 400, button: "left", clickCount: 1 };
    expect(sent).toEqual([
      { type: "down", ...place, modifiers: 8 },
      { type: "up", ...place, modifiers: 0 },
    ]);
    expect(document.activeElement).toBe(field.current);
  });

  it("counts a double click, and does not open the context menu of the user's browser", () => {
    const { box } = draw();
    for (const at of [0, 200, 2_000]) {
      point(box, "Down", { clientX: 110, clientY: 60, at });
      point(box, "Up", { clientX: 110, clientY: 60, at });
    }
    expect(sent.map((event) => "clickCount" in event && event.clickCount)).toEqual([1, 1, 2, 2, 1, 1]);
    expect(fireEvent.contextMenu(box)).toBe(false);
  });

  it("sends at most one move per frame, and before any other event", () => {
    const { box } = draw();
    for (const clientX of [110, 120, 130]) point(box, "Move", { clientX, clientY: 60 });
    expect(sent).toEqual([]);
    nextFrame();
    expect(sent).toEqual([{ type: "move", x: 60, y: 20, modifiers: 0, button: "none" }]);
    point(box, "Move", { clientX: 140, clientY: 60 });
    point(box, "Down", { clientX: 140, clientY: 60 });
    expect(types()).toEqual(["move", "move", "down"]);
    nextFrame();
    expect(sent).toHaveLength(3);
  });

  it("drags with the held button, and releases the button on pointercancel", () => {
    const { box } = draw();
    point(box, "Down", { button: 2, clientX: 110, clientY: 60 });
    point(box, "Move", { clientX: 200, clientY: 90 });
    point(box, "Cancel", { clientX: 200, clientY: 90 });
    point(box, "Up", { clientX: 200, clientY: 90 });
    expect(sent.map((event) => [event.type, "button" in event && event.button])).toEqual([
      ["down", "right"],
      ["move", "right"],
      ["up", "right"],
    ]);
  });

  it("goes back and forward with the side buttons", () => {
    const { box } = draw();
    for (const button of [3, 4]) {
      point(box, "Down", { button });
      point(box, "Up", { button });
    }
    expect(sent).toEqual([{ type: "back" }, { type: "forward" }]);
  });

  it("scrolls by the sum of wheel deltas within the limit of a request", () => {
    const { box } = draw();
    const turn = (deltaY: number) => fireEvent.wheel(box, { clientX: 110, clientY: 60, deltaY });
    expect(turn(30)).toBe(false);
    turn(50);
    nextFrame();
    expect(sent).toMatchObject([{ type: "wheel", deltaX: 0, deltaY: 80 }]);
    for (let at = 0; at < 3; at++) turn(9_000);
    nextFrame();
    expect(sent[1]).toMatchObject({ type: "wheel", deltaY: 10_000 });
  });

  it("sends no more events after unmounting", () => {
    const { box, unmount } = draw();
    point(box, "Move", { clientX: 110, clientY: 60 });
    unmount();
    nextFrame();
    point(box, "Down");
    expect(sent).toEqual([]);
  });
});

describe("touch on the image", () => {
  it("clicks when the user taps, without opening the on-screen keyboard", () => {
    const { box, field } = draw();
    point(box, "Down", { ...touch, clientX: 420, clientY: 250 });
    point(box, "Move", { ...touch, clientX: 424, clientY: 253 });
    expect(sent).toEqual([]);
    point(box, "Up", { ...touch, clientX: 420, clientY: 250 });
    expect(types()).toEqual(["move", "down", "up"]);
    expect(sent[1]).toMatchObject({ x: 640, y: 400, button: "left", clickCount: 1 });
    expect(document.activeElement).not.toBe(field.current);
  });

  it("scrolls the page when the finger moves, and does not click", () => {
    const { box } = draw();
    point(box, "Down", { ...touch, clientX: 300, clientY: 300 });
    point(box, "Move", { ...touch, clientX: 300, clientY: 260 });
    point(box, "Move", { ...touch, clientX: 290, clientY: 250 });
    point(box, "Up", { ...touch, clientX: 290, clientY: 250 });
    nextFrame();
    expect(sent).toMatchObject([{ type: "wheel", deltaX: 20, deltaY: 100 }]);
  });

  it("ignores cancelled touches and second fingers", () => {
    const { box } = draw();
    point(box, "Down", { ...touch, clientX: 300, clientY: 300 });
    point(box, "Down", { ...touch, pointerId: 8, clientX: 400, clientY: 300 });
    point(box, "Move", { ...touch, pointerId: 8, clientX: 400, clientY: 100 });
    point(box, "Up", { ...touch, pointerId: 8, clientX: 400, clientY: 100 });
    point(box, "Cancel", { ...touch, clientX: 300, clientY: 300 });
    nextFrame();
    expect(sent).toEqual([]);
  });
});
