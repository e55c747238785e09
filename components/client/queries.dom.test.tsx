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

describe("the query cache", () => {
  it("refetches only queries that a change affects", async () => {
    const { show, tell } = tab();
    const tools = show("tools", (change) => change === "settings");
    const images = show("images", (change) => change.startsWith("file "));
    await settle();
    tell("settings");
    await settle();
    expect([tools.queryFn.mock.calls.length, images.queryFn.mock.calls.length]).toEqual([2, 1]);
  });

  it("refetches once for simultaneous changes", async () => {
    const { show, tell } = tab();
    const { queryFn } = show("tools", () => true);
    await settle();
    for (const change of ["a", "b", "c"]) tell(change);
    await settle();
    expect(queryFn).toHaveBeenCalledTimes(2);
  });

  it("refetches after 1 s at the latest while changes continue", async () => {
    const { show, tell } = tab();
    const { queryFn } = show("tools", () => true);
    await settle();
    for (let passed = 0; passed < 1_200; passed += 100) {
      tell("a step");
      await settle(100);
    }
    expect(queryFn).toHaveBeenCalledTimes(2);
  });

  it("refetches failed queries and all queries with `outdatedBy` if the change is null", async () => {
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

  it("does not refetch an unmounted query", async () => {
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

  it("refetches when the network goes offline and online", async () => {
    const { show } = tab();
    const { queryFn } = show("tools", () => false);
    await settle();
    dispatchEvent(new Event("offline"));
    await settle();
    dispatchEvent(new Event("online"));
    await settle();
    expect(queryFn).toHaveBeenCalledTimes(3);
  });

  it("ignores changes after it has stopped", async () => {
    const { show, tell, stop } = tab();
    const { queryFn } = show("tools", () => true);
    await settle();
    tell("settings");
    stop();
    await settle();
    expect(queryFn).toHaveBeenCalledTimes(1);
  });
});

it("a query keeps the last result when a refetch fails, and reports the error without retries", async () => {
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
