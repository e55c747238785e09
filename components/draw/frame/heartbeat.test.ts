import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startHeartbeat } from "./heartbeat";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function beating() {
  const pings: number[] = [];
  const onSilence = vi.fn();
  const heartbeat = startHeartbeat((id) => pings.push(id), onSilence);
  return { pings, onSilence, heartbeat };
}

describe("startHeartbeat", () => {
  it("keeps a frame that answers", () => {
    const { pings, onSilence, heartbeat } = beating();
    for (let i = 0; i < 60; i++) {
      vi.advanceTimersByTime(400);
      heartbeat.pong(pings.at(-1) ?? 0);
    }
    expect(pings.length).toBeGreaterThan(50);
    expect(onSilence).not.toHaveBeenCalled();
  });

  it("reports a silent frame after at most four seconds", () => {
    const { pings, onSilence, heartbeat } = beating();
    vi.advanceTimersByTime(400);
    heartbeat.pong(pings.at(-1) ?? 0);
    vi.advanceTimersByTime(2_500);
    expect(onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_400);
    expect(onSilence).toHaveBeenCalledOnce();
  });

  it("ignores a pong with another id", () => {
    const { onSilence, heartbeat } = beating();
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(400);
      heartbeat.pong(10_000);
    }
    expect(onSilence).toHaveBeenCalledOnce();
  });

  it("does not count time in which the page slept or was hidden", () => {
    const { onSilence } = beating();
    vi.advanceTimersByTime(800);
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(800);
    expect(onSilence).not.toHaveBeenCalled();
    vi.stubGlobal("document", { hidden: true });
    vi.advanceTimersByTime(60_000);
    expect(onSilence).not.toHaveBeenCalled();
  });
});
