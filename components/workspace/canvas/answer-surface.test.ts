import { expect, it, vi } from "vitest";
import type { Ask } from "@/lib/shared/chat/contract";
import { answerSurface } from "./answer-surface";

const call = { messageId: "m", toolCallId: "c" };
const ask: Ask = {
  ...call,
  toolName: "render_blocks",
  kind: "answer",
  input: {},
  createdAt: "2026-11-21T09:00:00Z",
};
const surface = { call, title: "Trip", state: "waiting" as const };
const output = { action: "dismiss" };
const desk = (problem?: string) => ({
  answer: vi.fn(async () => problem),
  send: vi.fn(async () => problem),
});

it("answerSurface answers the surface's ask", async () => {
  const { answer, send } = desk();
  await answerSurface(surface, ask, output, { answer, send });
  expect(answer.mock.calls).toEqual([[ask, output]]);
  expect(send).not.toHaveBeenCalled();
});

it("answerSurface rejects an answer while the surface still streams and has no ask", async () => {
  const { answer, send } = desk();
  await expect(answerSurface(surface, undefined, output, { answer, send })).rejects.toThrow(
    "Not complete yet. Try again soon.",
  );
  expect([answer.mock.calls, send.mock.calls]).toEqual([[], []]);
});

it("answerSurface sends a message with the title when no ask is open", async () => {
  const { answer, send } = desk();
  await answerSurface({ ...surface, state: "open" }, undefined, output, { answer, send });
  expect(send.mock.calls).toEqual([[{ ...call, title: "Trip", output }]]);
  expect(answer).not.toHaveBeenCalled();
});

it("answerSurface throws the server's error if the answer is refused", async () => {
  await expect(answerSurface(surface, ask, output, desk("You are offline."))).rejects.toThrow(
    "You are offline.",
  );
});
