import { z } from "zod";
import { limits, unattendedLimits } from "@/lib/shared/settings";
import type { Settings } from "@/lib/store/agents/settings";
import type { RunError } from "@/lib/store/loop/run-context";

const { steps, minutes, tokens, silence, cost } = limits.shape;

/** Models can reason for long without output, and local models are silent while they read a long prompt. */
const MAX_SILENCE_MS = 120_000;
const MAX_LOCAL_SILENCE_MS = 280_000;

/**
 * Limits of a run after the user's last message. `minutes` excludes the time that it waits for the user.
 * Missing or invalid values get the default.
 */
const stored = z
  .object({
    steps: steps.catch(100),
    minutes: minutes.catch(30),
    tokens: tokens.catch(2_000_000),
    silence: silence.catch(null),
    cost: cost.catch(null),
  })
  .catch({ steps: 100, minutes: 30, tokens: 2_000_000, silence: null, cost: null });

export type StepLimits = z.infer<typeof stored>;
export type Used = {
  steps: number;
  activeMs: number;
  inputTokens: number;
  outputTokens: number;
  /** In US dollars; includes only models with a known price. */
  cost?: number;
};

const GO_ON = "Write “go on” to continue.";

export const readStepLimits = (value: unknown): StepLimits => stored.parse(value);

const { steps: ownSteps, minutes: ownMinutes, tokens: ownTokens, cost: ownCost } = unattendedLimits.shape;
const storedUnattended = z
  .object({
    steps: ownSteps.catch(null),
    minutes: ownMinutes.catch(null),
    tokens: ownTokens.catch(null),
    cost: ownCost.catch(null),
  })
  .catch({ steps: null, minutes: null, tokens: null, cost: null });

/** For unattended runs. Null means half of the limit of attended runs. */
const readUnattendedLimits = (value: unknown) => storedUnattended.parse(value);

export const viewLimits = ({ limits, unattendedLimits }: Pick<Settings, "limits" | "unattendedLimits">) => ({
  limits: readStepLimits(limits),
  unattendedLimits: readUnattendedLimits(unattendedLimits),
});

export function stepLimitsOf(
  settings: Pick<Settings, "limits" | "unattendedLimits">,
  { unattended }: { unattended: boolean },
): StepLimits {
  const attended = readStepLimits(settings.limits);
  if (!unattended) return attended;
  const { steps, minutes, tokens, cost } = readUnattendedLimits(settings.unattendedLimits);
  return {
    steps: steps ?? Math.ceil(attended.steps / 2),
    minutes: minutes ?? attended.minutes / 2,
    tokens: tokens ?? Math.ceil(attended.tokens / 2),
    silence: attended.silence,
    cost: cost ?? (attended.cost === null ? null : attended.cost / 2),
  };
}

export class OverLimit extends Error {
  override readonly name = "OverLimit";
  readonly why: RunError;
  constructor(why: RunError) {
    super(why.message);
    this.why = why;
  }
}

export function overLimit(
  { steps, activeMs, inputTokens, outputTokens, cost = 0 }: Used,
  max: StepLimits,
): RunError | null {
  if (steps >= max.steps)
    return {
      code: "limit_steps",
      message: `The agent stopped after ${counted(steps, "step")}, the limit of one run. ${GO_ON}`,
    };
  if (activeMs >= max.minutes * 60_000) return timeIsUp(max);
  if (inputTokens + outputTokens >= max.tokens)
    return {
      code: "limit_tokens",
      message: `The agent stopped after ${inputTokens + outputTokens} tokens; the limit of one run is ${max.tokens}. ${GO_ON}`,
    };
  if (max.cost !== null && cost >= max.cost)
    return {
      code: "limit_cost",
      message: `The agent stopped after ${dollars(cost)}; the limit of one run is ${dollars(max.cost)}. ${GO_ON}`,
    };
  return null;
}

export const timeIsUp = ({ minutes }: StepLimits): RunError => ({
  code: "limit_time",
  message: `The agent stopped after ${counted(minutes, "minute")} of work, the limit of one run. ${GO_ON}`,
});

export const timeLeftMs = ({ activeMs }: Used, { minutes }: StepLimits): number =>
  Math.max(0, minutes * 60_000 - activeMs);

export const silenceMs = ({ silence }: StepLimits, { isLocal }: { isLocal: boolean }): number =>
  silence === null ? (isLocal ? MAX_LOCAL_SILENCE_MS : MAX_SILENCE_MS) : silence * 1_000;

const counted = (count: number, item: string) => `${count} ${item}${count === 1 ? "" : "s"}`;

/** Formats with two decimals from $0.10 on, and with two significant digits below. */
const dollars = (amount: number) =>
  `$${amount >= 0.1 ? amount.toFixed(2) : Number(amount.toPrecision(2)).toString()}`;
