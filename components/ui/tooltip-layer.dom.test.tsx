import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { TooltipLayer } from "./tooltip-layer";

const REST_MS = 400;
const WARM_MS = 300;

const Page = ({ isShort = false }) => (
  <>
    {!isShort && (
      <button type="button" data-tip="Copy">
        <i>icon</i>
      </button>
    )}
    <button type="button" data-tip="Delete" data-tip-side="left">
      other
    </button>
    <TooltipLayer />
  </>
);
const draw = () => render(<Page />);
const tip = () => screen.queryByRole("tooltip")?.textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const point = (text: string, pointerType = "mouse") =>
  fireEvent(
    screen.getByText(text),
    Object.assign(new Event("pointerover", { bubbles: true }), { pointerType }),
  );
const leave = () =>
  fireEvent(document.body, Object.assign(new Event("pointerover"), { pointerType: "mouse" }));

beforeEach(() => {
  vi.useFakeTimers();
});

it("a tooltip appears after the pointer rests, also on a child, but not in passing", () => {
  draw();
  point("icon");
  pass(REST_MS - 1);
  expect(tip()).toBeUndefined();
  leave();
  pass(REST_MS);
  expect(tip()).toBeUndefined();
  point("icon");
  pass(REST_MS);
  expect(tip()).toBe("Copy");
});

it("the next tooltip appears without delay, and with the delay again after a pause", () => {
  draw();
  point("icon");
  pass(REST_MS);
  point("other");
  pass(0);
  expect(tip()).toBe("Delete");
  leave();
  pass(WARM_MS);
  point("icon");
  pass(0);
  expect(tip()).toBeUndefined();
});

it("no tooltip appears on touch", () => {
  draw();
  point("icon", "touch");
  pass(REST_MS);
  expect(tip()).toBeUndefined();
});

it.each([
  ["Escape", () => fireEvent.keyDown(document.body, { key: "Escape" })],
  ["a press", () => fireEvent.pointerDown(document.body)],
  ["scrolling", () => fireEvent.scroll(window)],
  ["leaving the window", () => fireEvent.blur(window)],
])("%s hides a tooltip and cancels a pending one", (_, end) => {
  draw();
  point("icon");
  pass(REST_MS);
  expect(tip()).toBe("Copy");
  end();
  expect(tip()).toBeUndefined();
  leave();
  pass(WARM_MS);
  point("other");
  end();
  pass(REST_MS);
  expect(tip()).toBeUndefined();
});

it("a tooltip appears on keyboard focus until blur, but not on pointer focus", () => {
  draw();
  const [copy, other] = screen.getAllByRole("button");
  const isVisible = vi.spyOn(Element.prototype, "matches").mockReturnValue(true);
  fireEvent.focusIn(copy as HTMLElement);
  expect(tip()).toBe("Copy");
  fireEvent.focusOut(copy as HTMLElement);
  expect(tip()).toBeUndefined();
  isVisible.mockReturnValue(false);
  fireEvent.focusIn(other as HTMLElement);
  isVisible.mockRestore();
  expect(tip()).toBeUndefined();
});

it("no tooltip appears for an element that was removed before the delay ended", () => {
  const { rerender } = draw();
  point("icon");
  rerender(<Page isShort />);
  pass(REST_MS);
  expect(tip()).toBeUndefined();
});
