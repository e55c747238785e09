import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ComponentFrame } from "./component-frame";
import type { Frame } from "./frame";
import { framePool } from "./pool";

const taken: Frame[] = [];

beforeEach(() => {
  taken.length = 0;
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const pool = framePool();
  const take = pool.take.bind(pool);
  vi.spyOn(pool, "take").mockImplementation((key, slot) => {
    const found = take(key, slot);
    taken.push(found.frame);
    return found;
  });
  Object.assign(Element.prototype, {
    moveBefore(this: Element, node: Node, before: Node | null) {
      this.insertBefore(node, before);
    },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Element.prototype, "moveBefore");
});

const drawn = (bundle: string, id = "sheet") => (
  <ComponentFrame id={id} bundle={bundle} title="Days" props={{}} />
);
const inPlace = () =>
  [
    ...document.querySelectorAll<HTMLIFrameElement>(
      "[data-slot=component] > iframe, [data-slot=former] > iframe",
    ),
  ].map(
    (element) =>
      `${taken.findIndex((frame) => frame.element === element)}${element.closest("[inert]") ? " to be seen" : ""}`,
  );
const paint = (at: number) =>
  act(() => {
    const frame = taken[at] as Frame;
    frame.painted = true;
    frame.handlers?.onPainted();
  });
const stop = (at: number) => act(() => taken[at]?.stop("It hangs."));

it("a version stays in sight until the next one is drawn, and can be gone back to as it was left", () => {
  const { rerender, unmount } = render(drawn("one"));
  expect(inPlace()).toEqual(["0"]);
  rerender(drawn("two"));
  expect(inPlace()).toEqual(["1"]);
  paint(1);
  rerender(drawn("three"));
  expect(inPlace()).toEqual(["2", "1 to be seen"]);
  paint(2);
  expect(inPlace()).toEqual(["2"]);
  rerender(drawn("two"));
  expect(taken[3]).toBe(taken[1]);
  expect(inPlace()).toEqual(["1"]);
  rerender(drawn("four"));
  rerender(drawn("five"));
  expect(inPlace()).toEqual(["5"]);
  paint(5);
  rerender(drawn("six"));
  stop(6);
  expect(inPlace()).toEqual([]);
  unmount();
});

it("what is another sheet, or goes altogether, leaves nothing in its place", () => {
  const { rerender, unmount } = render(drawn("one"));
  paint(0);
  rerender(drawn("two", "another"));
  expect(inPlace()).toEqual(["1"]);
  paint(1);
  rerender(drawn("three", "another"));
  const frames = taken.map(({ element }) => element);
  unmount();
  expect(frames.map(({ isConnected }) => isConnected)).toEqual([true, true, false]);
});
