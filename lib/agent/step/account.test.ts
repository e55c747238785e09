import { expect, it } from "vitest";
import { StepAccount } from "./account";

const step = {
  finishReason: "stop" as const,
  inputTokens: 1_000,
  cachedTokens: 400,
  cacheWriteTokens: 0,
  outputTokens: 100,
  reasoningTokens: 30,
};
const run = { metadata: null, steps: 0, inputTokens: 0, outputTokens: 0, activeMs: 0 };
const row = { toolCallId: "call_1", toolName: "get_state", input: {}, output: null, error: null };

it("sums the usage of a message's steps, with the cost if the price is known", () => {
  const account = new StepAccount(run);
  account.spent({ id: "openai/gpt-5.2" }, step);
  account.spent({ id: "openai/gpt-5.2" }, step);
  expect(account.metadata).toMatchObject({
    model: "openai/gpt-5.2",
    usage: { inputTokens: 2_000, cachedTokens: 800, outputTokens: 200, reasoningTokens: 60 },
  });
  const { cost, steps, inputTokens } = account.used();
  expect(cost).toBeGreaterThan(0);
  expect(account.toSave().modelCall?.cost).toBeCloseTo(cost / 2);
  expect({ steps, inputTokens }).toEqual({ steps: 2, inputTokens: 2_000 });
  account.startMessage();
  expect(account.used()).toMatchObject({ steps: 0, inputTokens: 0, cost: 0 });
});

it("omits an unknown cost and zero values", () => {
  const account = new StepAccount(run);
  account.spent({ id: "openai-compatible/mine" }, { ...step, cachedTokens: 0, reasoningTokens: 0 });
  expect(account.metadata.usage).toEqual({ inputTokens: 1_000, outputTokens: 100 });
  expect(account.toSave().modelCall).toMatchObject({ cost: null });
});

it("returns a model call only until it is saved", () => {
  const account = new StepAccount(run);
  account.spent({ id: "demo" }, step);
  account.saved();
  expect(account.toSave().modelCall).toBeNull();
  expect(account.metadata.usage?.inputTokens).toBe(1_000);
});

it("keeps the metadata that the message was saved with, and adds the durations of calls", () => {
  const account = new StepAccount({
    ...run,
    metadata: { calls: { call_1: { answeredAt: "2026-11-22T10:00:00Z" } } },
  });
  account.settled([
    { ...row, status: "ok", durationMs: 12 },
    { ...row, toolCallId: "call_2", status: "denied", durationMs: null },
  ]);
  expect(account.metadata.calls).toEqual({
    call_1: { answeredAt: "2026-11-22T10:00:00Z", durationMs: 12 },
  });
});
