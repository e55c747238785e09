import { act } from "@testing-library/react";
import { vi } from "vitest";

/** Types, and lets all that waits for a pause in the typing happen. */
export function settled(type: () => void): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  type();
  act(() => vi.advanceTimersByTime(1_000));
  vi.useRealTimers();
}
