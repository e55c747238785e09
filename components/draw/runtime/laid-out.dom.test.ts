import { afterEach, expect, it, vi } from "vitest";
import { isLaidOut, laidOut } from "./laid-out";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("laidOut resolves when the frame is visible again", async () => {
  const rects = vi.spyOn(document.documentElement, "getClientRects");
  const show = (count: number) => rects.mockReturnValue(Array(count).fill({}) as unknown as DOMRectList);
  let observe = () => {};
  const disconnect = vi.fn();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(callback: () => void) {
        observe = callback;
      }
      observe() {}
      disconnect = disconnect;
    },
  );
  show(0);
  expect(isLaidOut()).toBe(false);
  let isDone = false;
  const waiting = laidOut().then(() => {
    isDone = true;
  });
  observe();
  await Promise.resolve();
  expect(isDone).toBe(false);
  show(1);
  observe();
  await waiting;
  expect(disconnect).toHaveBeenCalledOnce();
  await laidOut();
});
