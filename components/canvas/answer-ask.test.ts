import { expect, it, vi } from "vitest";
import type { Ask } from "@/lib/shared/chat/contract";
import { answerAsk } from "./answer-ask";

const ask: Ask = {
  messageId: "m",
  toolCallId: "c",
  toolName: "render_blocks",
  kind: "answer",
  input: {},
  createdAt: "2026-11-21T09:00:00Z",
};
const output = { action: "dismiss" };

it("an answer goes to the sheet's ask", async () => {
  const answer = vi.fn(async () => undefined);
  await answerAsk(ask, output, answer);
  expect(answer.mock.calls).toEqual([[ask, output]]);
});

it("an answer before its ask has opened is not sent, and the person is told to try again", async () => {
  const answer = vi.fn(async () => undefined);
  await expect(answerAsk(undefined, output, answer)).rejects.toThrow(
    "Easel is not done asking yet. Send it again in a moment.",
  );
  expect(answer).not.toHaveBeenCalled();
});

it("what was wrong with an answer is said in its own words", async () => {
  await expect(answerAsk(ask, output, async () => "You are offline.")).rejects.toThrow("You are offline.");
});
