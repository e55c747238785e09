import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { gate } from "@/components/client/testing/fake-server";
import type { Ask } from "./props";
import { useSend } from "./use-send";

const answer = { action: "choose", choice: "mill" } as const;
const draw = (ask: Ask) => renderHook((props: Ask) => useSend(props), { initialProps: ask });

it("useSend sends once despite repeated presses, and nothing after success", async () => {
  const taken = gate<void>();
  const onAnswer = vi.fn(() => taken.wait);
  const { result } = draw({ state: "waiting", onAnswer });
  let first: Promise<boolean> | undefined;
  act(() => {
    first = result.current.send(answer);
  });
  expect(result.current.phase).toBe("sending");
  await act(async () => expect(await result.current.send(answer)).toBe(false));
  await act(async () => taken.open());
  expect(await first).toBe(true);
  expect(result.current.phase).toBe("sent");
  await act(async () => expect(await result.current.send(answer)).toBe(false));
  expect(onAnswer).toHaveBeenCalledTimes(1);
});

it("useSend can send again after a failure, and returns the error until then", async () => {
  const onAnswer = vi.fn(async () => {});
  onAnswer.mockRejectedValueOnce(new Error("Easel cannot be reached."));
  onAnswer.mockRejectedValueOnce("a mere text");
  const { result } = draw({ state: "late", onAnswer });
  await act(() => result.current.send(answer));
  expect(result.current).toMatchObject({ phase: "idle", error: "Easel cannot be reached." });
  await act(() => result.current.send(answer));
  expect(result.current.error).toBe("Not sent. Try again.");
  await act(() => result.current.send(answer));
  expect(result.current).toMatchObject({ phase: "sent", error: undefined });
});

it.each(["streaming", "answered"] as const)("useSend sends nothing while the ask is %s", async (state) => {
  const onAnswer = vi.fn(async () => {});
  const { result } = draw({ state, onAnswer });
  await act(async () => expect(await result.current.send(answer)).toBe(false));
  expect(onAnswer).not.toHaveBeenCalled();
});

it("useSend keeps sends of two calls separate", async () => {
  const taken = gate<void>();
  const onAnswer = vi.fn(() => taken.wait);
  const { result, rerender } = draw({ state: "waiting", call: "a", onAnswer });
  let first: Promise<boolean> | undefined;
  act(() => {
    first = result.current.send(answer);
  });
  rerender({ state: "waiting", call: "b", onAnswer });
  expect(result.current.phase).toBe("idle");
  let second: Promise<boolean> | undefined;
  act(() => {
    second = result.current.send(answer);
  });
  await act(async () => taken.fail(new Error("It is over.")));
  expect(await Promise.all([first, second])).toEqual([false, false]);
  expect(onAnswer).toHaveBeenCalledTimes(2);
  expect(result.current).toMatchObject({ phase: "idle", error: "It is over." });
});
