import { z } from "zod";
import type { RunError } from "@/lib/store/runs";

/**
 * What a run may use up after the person's last message before it ends and says so. `minutes` counts working time, not
 * waiting for the person.
 */
const limits = z.object({
  steps: z.int().min(1).default(100),
  minutes: z.number().positive().max(30_000).default(30),
  tokens: z.int().min(1).max(1_000_000_000).default(2_000_000),
});

export type Limits = z.infer<typeof limits>;
type Used = { steps: number; activeMs: number; inputTokens: number; outputTokens: number };

const GO_ON = "Write “go on” to let it continue.";

/** What is stored, or the defaults where it does not fit. */
export const readLimits = (stored: unknown): Limits => limits.catch(limits.parse({})).parse(stored);

/** The limit that is reached, in words, or null. */
export function overLimit(
  { steps, activeMs, inputTokens, outputTokens }: Used,
  max: Limits,
): RunError | null {
  if (steps >= max.steps)
    return {
      code: "limit_steps",
      message: `The agent stopped after ${steps} steps, the limit of one run. ${GO_ON}`,
    };
  if (activeMs >= max.minutes * 60_000) return timeIsUp(max);
  if (inputTokens + outputTokens >= max.tokens)
    return {
      code: "limit_tokens",
      message: `The agent stopped after ${inputTokens + outputTokens} tokens, the limit of one run is ${max.tokens}. ${GO_ON}`,
    };
  return null;
}

export const timeIsUp = ({ minutes }: Limits): RunError => ({
  code: "limit_time",
  message: `The agent stopped after ${minutes} minutes of work, the limit of one run. ${GO_ON}`,
});

export const timeLeftMs = ({ activeMs }: Used, { minutes }: Limits): number =>
  Math.max(0, minutes * 60_000 - activeMs);
