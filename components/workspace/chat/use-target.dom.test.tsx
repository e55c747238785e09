import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { gate } from "@/components/client/testing/fake-server";
import { useTarget } from "./use-target";

beforeEach(() => goTo("/chat/c1"));

/** Happy DOM fires `hashchange` asynchronously, and not at all if the hash stays the same. */
async function goTo(address: string): Promise<void> {
  const before = location.hash;
  history.replaceState(null, "", address);
  if (location.hash === before) dispatchEvent(new Event("hashchange"));
  else await new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
}

function follow(...shown: string[]) {
  const gates = { a: gate<void>(), b: gate<void>() };
  const revealed: string[] = [];
  const find = vi.fn(async (id: string) => {
    await gates[id as keyof typeof gates]?.wait;
    shown.push(id);
    return true;
  });
  const reveal = (id: string) => shown.includes(id) && revealed.push(id) > 0;
  // Pass new callbacks on each render, as the thread does.
  const { rerender } = renderHook(() =>
    useTarget({ isReady: true, reveal: (id) => reveal(id), find: (id) => find(id) }),
  );
  const tell = (hash: string) => act(() => goTo(hash));
  const turn = async (id: keyof typeof gates) => {
    await act(async () => gates[id].open());
    rerender();
  };
  return { turn, revealed, find, tell };
}

it("useTarget opens a message of another branch once despite repeated browser events", async () => {
  const { turn, revealed, find, tell } = follow();
  await tell("#m-a");
  await tell("#m-a");
  expect(revealed).toEqual([]);
  await turn("a");
  expect(revealed).toEqual(["a"]);
  expect(find).toHaveBeenCalledTimes(1);
});

it("useTarget opens only the last followed link, after the branch of the earlier one has loaded", async () => {
  const { turn, revealed, find, tell } = follow();
  await tell("#m-a");
  await tell("#m-b");
  expect(find.mock.calls).toEqual([["a"]]);
  await turn("a");
  await turn("b");
  expect(revealed).toEqual(["b"]);
});

it("a link that is followed again reveals its message again, or retries one that failed to load", async () => {
  const { revealed, find, tell } = follow("c");
  await tell("#m-c");
  revealed.length = 0;
  await tell("#m-c");
  expect(revealed).toEqual(["c"]);
  find.mockResolvedValue(false);
  await tell("#m-d");
  find.mockClear();
  await tell("#m-d");
  expect(find).toHaveBeenCalledWith("d");
});
