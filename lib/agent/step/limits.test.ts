import { expect, test } from "vitest";
import { overLimit, readStepLimits } from "./limits";

const DEFAULTS = { steps: 100, minutes: 30, tokens: 2_000_000, silence: null, cost: null };
const used = { steps: 0, activeMs: 0, inputTokens: 0, outputTokens: 0, cost: 0 };

test.each([undefined, null, {}, "x", [], { unknown: 1 }])(
  "the limits are the defaults for the stored value %j",
  (stored) => {
    expect(readStepLimits(stored)).toEqual(DEFAULTS);
  },
);

test("the limits are the stored values, or the default for each invalid field", () => {
  expect(readStepLimits({ steps: 5, cost: 0.5 })).toEqual({ ...DEFAULTS, steps: 5, cost: 0.5 });
  expect(readStepLimits({ steps: -5, minutes: "30", tokens: 10, cost: 0 })).toEqual({
    ...DEFAULTS,
    tokens: 10,
  });
});

test.each([
  [{ steps: 3 }, { steps: 3 }, "limit_steps", /3 steps/],
  [{ minutes: 1 }, { activeMs: 60_000 }, "limit_time", /1 minute of/],
  [{ tokens: 10 }, { inputTokens: 6, outputTokens: 5 }, "limit_tokens", /11 tokens/],
  [{ cost: 0.5 }, { cost: 0.5217 }, "limit_cost", /\$0\.52; the limit of one run is \$0\.50\./],
  [{ cost: 0.001 }, { cost: 0.00456 }, "limit_cost", /\$0\.0046; the limit of one run is \$0\.001\./],
  [{ cost: 20 }, { cost: 20 }, "limit_cost", /\$20\.00/],
])("a run with the limit %j ends after using %j", (stored, spent, code, message) => {
  expect(overLimit({ ...used, ...spent }, readStepLimits(stored))).toEqual({
    code,
    message: expect.stringMatching(message),
  });
  expect(overLimit(used, readStepLimits(stored))).toBeNull();
});

test("a run does not end because of its cost if no cost limit is set or no price is known", () => {
  expect(overLimit({ ...used, cost: 1_000 }, readStepLimits({}))).toBeNull();
  expect(overLimit({ ...used, cost: undefined }, readStepLimits({ cost: 1 }))).toBeNull();
});
