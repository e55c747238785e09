import { act } from "@testing-library/react";
import { vi } from "vitest";

/** Runs `type` and advances fake timers by 1 s, past any debounce. */
export function settled(type: () => void): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  type();
  act(() => vi.advanceTimersByTime(1_000));
  vi.useRealTimers();
}
