import { expect, it, vi } from "vitest";
import type { Ask } from "@/lib/shared/chat/contract";
import { answerSheet } from "./answer-sheet";

const call = { messageId: "m", toolCallId: "c" };
const ask: Ask = {
  ...call,
  toolName: "render_blocks",
  kind: "answer",
  input: {},
  createdAt: "2026-11-21T09:00:00Z",
};
const sheet = { call, title: "Trip", state: "waiting" as const };
const output = { action: "dismiss" };
const desk = (problem?: string) => ({
  answer: vi.fn(async () => problem),
  send: vi.fn(async () => problem),
});

it("an answer goes to the sheet's ask", async () => {
  const { answer, send } = desk();
  await answerSheet(sheet, ask, output, { answer, send });
  expect(answer.mock.calls).toEqual([[ask, output]]);
  expect(send).not.toHaveBeenCalled();
});

it("an answer before its ask has opened is not sent, and the person is told to try again", async () => {
  const { answer, send } = desk();
  await expect(answerSheet(sheet, undefined, output, { answer, send })).rejects.toThrow(
    "Easel is not done asking yet. Send it again in a moment.",
  );
  expect([answer.mock.calls, send.mock.calls]).toEqual([[], []]);
});

it("what nobody waits for any more is sent as a message that names its sheet", async () => {
  const { answer, send } = desk();
  await answerSheet({ ...sheet, state: "open" }, undefined, output, { answer, send });
  expect(send.mock.calls).toEqual([[{ ...call, title: "Trip", output }]]);
  expect(answer).not.toHaveBeenCalled();
});

it("what was wrong with an answer is said in its own words", async () => {
  await expect(answerSheet(sheet, ask, output, desk("You are offline."))).rejects.toThrow("You are offline.");
});
