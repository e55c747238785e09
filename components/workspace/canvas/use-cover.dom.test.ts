import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import type { SurfaceChange } from "@/lib/shared/chat/surfaces/surface-change";
import { useCover } from "./use-cover";

const change = (id: string): SurfaceChange => ({ id, input: {}, isWritten: true });

type Given = { change?: SurfaceChange; bundle?: string };

function draw(given: Given) {
  const { result, rerender } = renderHook(({ change, bundle }: Given) => useCover(change, bundle), {
    initialProps: given,
  });
  const of = () => ({ seen: result.current.seen?.id, isMade: result.current.isMade });
  return { result, rerender, of };
}

it("what a change has made is covered, and a preview of it looked at, until that is drawn", () => {
  const { result, rerender, of } = draw({ change: change("m/2"), bundle: "old" });
  expect(of()).toEqual({ seen: "m/2", isMade: false });
  rerender({ bundle: "new" });
  expect(of()).toEqual({ seen: "m/2", isMade: true });
  // The preview rendered late.
  act(() => result.current.cover(true));
  expect(result.current.isCovered).toBe(true);
  act(() => result.current.uncover());
  expect(of()).toEqual({ seen: undefined, isMade: false });
  expect(result.current.isCovered).toBe(false);
});

it("a change that came to nothing is over, and does not come back with the next one", () => {
  const { result, rerender, of } = draw({ change: change("m/2"), bundle: "old" });
  act(() => result.current.cover(true));
  rerender({ bundle: "old" });
  expect(of()).toEqual({ seen: undefined, isMade: false });
  expect(result.current.isCovered).toBe(false);
  rerender({ bundle: "new" });
  expect(of()).toEqual({ seen: undefined, isMade: false });
});

it("another version that the person looks at while a change is written is none that the change has made", () => {
  const { rerender, of } = draw({ change: change("m/2"), bundle: "old" });
  rerender({ change: change("m/2"), bundle: "older" });
  rerender({ bundle: "older" });
  expect(of()).toEqual({ seen: undefined, isMade: false });
});

it("where the last one is made as the next begins, that one is seen", () => {
  const { rerender, of } = draw({ change: change("m/2"), bundle: "old" });
  rerender({ change: change("m/3"), bundle: "new" });
  expect(of()).toEqual({ seen: "m/3", isMade: false });
});
