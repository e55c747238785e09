import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Change } from "./events";
import { followChanges, newQueryClient } from "./queries";

function tab() {
  const client = newQueryClient();
  const listeners = new Set<(change: Change) => void>();
  const stop = followChanges(client, (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  return {
    client,
    stop,
    tell: (change: Change) => {
      for (const listener of listeners) listener(change);
    },
    /** Observes a query and counts its reads. */
    show: (key: string, outdatedBy?: (change: string) => boolean, read = async () => 1) => {
      const queryFn = vi.fn(read);
      const observer = new QueryObserver(client, { queryKey: [key], queryFn, meta: { outdatedBy } });
      return { queryFn, leave: observer.subscribe(() => {}) };
    },
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const settle = (ms = 150) => vi.advanceTimersByTimeAsync(ms);

describe("the cache follows the event stream", () => {
  it("reads again what a change makes old, and nothing else", async () => {
    const { show, tell } = tab();
    const tools = show("tools", (change) => change === "settings");
    const images = show("images", (change) => change.startsWith("file "));
    await settle();
    tell("settings");
    await settle();
    expect([tools.queryFn.mock.calls.length, images.queryFn.mock.calls.length]).toEqual([2, 1]);
  });

  it("reads once for changes that come together", async () => {
    const { show, tell } = tab();
    const { queryFn } = show("tools", () => true);
    await settle();
    for (const change of ["a", "b", "c"]) tell(change);
    await settle();
    expect(queryFn).toHaveBeenCalledTimes(2);
  });

  it("does not wait for ever while changes keep coming", async () => {
    const { show, tell } = tab();
    const { queryFn } = show("tools", () => true);
    await settle();
    for (let passed = 0; passed < 1_200; passed += 100) {
      tell("a step");
      await settle(100);
    }
    expect(queryFn).toHaveBeenCalledTimes(2);
  });

  it("reads everything again that changes when some may have gone unheard, and what has failed", async () => {
    const { show, tell } = tab();
    const live = show("tools", () => false);
    const fixed = show("version 1");
    const failed = show("image", undefined, () => Promise.reject(new TypeError("gone")));
    await settle();
    tell(null);
    await settle();
    const counts = [live, fixed, failed].map(({ queryFn }) => queryFn.mock.calls.length);
    expect(counts).toEqual([2, 1, 2]);
  });

  it("leaves what nobody looks at until somebody comes back to it", async () => {
    const { show, tell } = tab();
    const before = show("tools", () => true);
    await settle();
    before.leave();
    tell("settings");
    await settle();
    expect(before.queryFn).toHaveBeenCalledTimes(1);
    const after = show("tools", () => true);
    await settle();
    expect(after.queryFn).toHaveBeenCalledTimes(1);
  });

  it("looks again when the network comes and goes", async () => {
    const { show } = tab();
    const { queryFn } = show("tools", () => false);
    await settle();
    dispatchEvent(new Event("offline"));
    await settle();
    dispatchEvent(new Event("online"));
    await settle();
    expect(queryFn).toHaveBeenCalledTimes(3);
  });

  it("hears nothing once it is left", async () => {
    const { show, tell, stop } = tab();
    const { queryFn } = show("tools", () => true);
    await settle();
    tell("settings");
    stop();
    await settle();
    expect(queryFn).toHaveBeenCalledTimes(1);
  });
});

it("an answer that came is kept when the next one fails, and the error is there at once", async () => {
  const { client, show, tell } = tab();
  let answers = 0;
  show(
    "tools",
    () => true,
    async () => {
      if (answers++ > 0) throw new TypeError("gone");
      return 7;
    },
  );
  await settle();
  tell("settings");
  await settle();
  expect(client.getQueryState(["tools"])).toMatchObject({ status: "error", data: 7, fetchFailureCount: 1 });
});
