import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import type { SurfaceChange } from "@/lib/shared/chat/surfaces/surface-change";
import { useCover } from "./use-cover";

const change = (id: string): SurfaceChange => ({ id, input: {}, isWritten: true });

type CoverProps = { change?: SurfaceChange; bundle?: string };

function draw(initial: CoverProps) {
  const { result, rerender } = renderHook(({ change, bundle }: CoverProps) => useCover(change, bundle), {
    initialProps: initial,
  });
  const of = () => ({ seen: result.current.seen?.id, isMade: result.current.isMade });
  return { result, rerender, of };
}

it("useCover covers a changed component with its preview until it renders", () => {
  const { result, rerender, of } = draw({ change: change("m/2"), bundle: "old" });
  expect(of()).toEqual({ seen: "m/2", isMade: false });
  rerender({ bundle: "new" });
  expect(of()).toEqual({ seen: "m/2", isMade: true });
  // The preview rendered only after the change was stored.
  act(() => result.current.cover(true));
  expect(result.current.isCovered).toBe(true);
  act(() => result.current.uncover());
  expect(of()).toEqual({ seen: undefined, isMade: false });
  expect(result.current.isCovered).toBe(false);
});

it("useCover removes the preview of a change that was not made, and does not show it again", () => {
  const { result, rerender, of } = draw({ change: change("m/2"), bundle: "old" });
  act(() => result.current.cover(true));
  rerender({ bundle: "old" });
  expect(of()).toEqual({ seen: undefined, isMade: false });
  expect(result.current.isCovered).toBe(false);
  rerender({ bundle: "new" });
  expect(of()).toEqual({ seen: undefined, isMade: false });
});

it("useCover does not take an earlier version that the user chose for the result of the change", () => {
  const { rerender, of } = draw({ change: change("m/2"), bundle: "old" });
  rerender({ change: change("m/2"), bundle: "older" });
  rerender({ bundle: "older" });
  expect(of()).toEqual({ seen: undefined, isMade: false });
});

it("useCover shows the next change if it begins at the moment in which the previous one is stored", () => {
  const { rerender, of } = draw({ change: change("m/2"), bundle: "old" });
  rerender({ change: change("m/3"), bundle: "new" });
  expect(of()).toEqual({ seen: "m/3", isMade: false });
});
