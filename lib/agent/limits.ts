import { z } from "zod";
import type { RunError } from "@/lib/store/runs";

/** What one run may use up before it ends with a message. `minutes` counts working time, not waiting for the person. */
export const limits = z.object({
  steps: z.int().min(1).default(100),
  minutes: z.number().positive().default(30),
  tokens: z.int().min(1).default(2_000_000),
});

export type Limits = z.infer<typeof limits>;
type Used = { steps: number; activeMs: number; inputTokens: number; outputTokens: number };

/** The limit that is reached, in words, or null. */
export function overLimit(
  { steps, activeMs, inputTokens, outputTokens }: Used,
  max: Limits,
): RunError | null {
  const goOn = "Write “go on” to let it continue.";
  if (steps >= max.steps)
    return {
      code: "limit_steps",
      message: `The agent stopped after ${steps} steps, the limit of one run. ${goOn}`,
    };
  if (activeMs >= max.minutes * 60_000)
    return {
      code: "limit_time",
      message: `The agent stopped after ${max.minutes} minutes of work, the limit of one run. ${goOn}`,
    };
  if (inputTokens + outputTokens >= max.tokens)
    return {
      code: "limit_tokens",
      message: `The agent stopped after ${inputTokens + outputTokens} tokens, the limit of one run is ${max.tokens}. ${goOn}`,
    };
  return null;
}
