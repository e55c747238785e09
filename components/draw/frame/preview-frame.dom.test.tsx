import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Frame, PreviewVersion } from "./frame";
import { NOT_LOADED } from "./open-element";
import { framePool } from "./pool";
import { PreviewFrame } from "./preview-frame";

const version = (js: string): PreviewVersion => ({ js, css: "", props: {} });
const taken: (Pick<Frame, "handlers"> & { preview: ReturnType<typeof vi.fn>; close(): void })[] = [];
const onShown = vi.fn();
const onEnd = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  taken.length = 0;
  vi.spyOn(framePool(), "take").mockImplementation(() => {
    const frame = { handlers: undefined, preview: vi.fn(), close: vi.fn() };
    taken.push(frame);
    return { frame: frame as never, isReused: false };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const drawn = (js: string) => <PreviewFrame version={version(js)} onShown={onShown} onEnd={onEnd} />;
const asked = (at = 0) => taken[at]?.preview.mock.calls.map(([{ js }]) => js);
const previewed = (isGood: boolean) => act(() => taken.at(-1)?.handlers?.onPreviewed?.(isGood));

it("a version that drew nothing is sent again after a while, unless there is a newer version", () => {
  const { rerender } = render(drawn("one"));
  previewed(false);
  expect(asked()).toEqual(["one"]);
  vi.advanceTimersByTime(500);
  expect(asked()).toEqual(["one", "one"]);
  rerender(drawn("two"));
  expect(asked()).toEqual(["one", "one"]);
  previewed(false);
  expect(asked()).toEqual(["one", "one", "two"]);
  previewed(true);
  expect(onShown).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(asked()).toHaveLength(3);
});

it("a frame that does not load is replaced, but not a frame that hangs", () => {
  const { unmount } = render(drawn("one"));
  act(() => taken[0]?.handlers?.onStopped(NOT_LOADED));
  expect(asked(1)).toEqual(["one"]);
  act(() => taken[1]?.handlers?.onStopped(NOT_LOADED));
  act(() => taken[2]?.handlers?.onStopped(NOT_LOADED));
  expect([taken.length, onEnd.mock.calls.length]).toEqual([3, 1]);
  unmount();
  render(drawn("loop"));
  act(() => taken.at(-1)?.handlers?.onStopped("The frame did not respond for three seconds."));
  expect([taken.length, onEnd.mock.calls.length]).toEqual([4, 2]);
});
