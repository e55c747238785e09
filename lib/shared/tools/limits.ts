import * as z from "zod/mini";

/** What the person allows a tool, over what its definition does. */

/** Spans in which calls are counted, in seconds. */
export const SPANS = { minute: 60, hour: 3_600, day: 86_400 } as const;
export type Span = keyof typeof SPANS;
export const SPAN_NAMES = ["minute", "hour", "day"] as const satisfies readonly Span[];

export const MAX_RATE_CALLS = 1_000;
/** Seconds: a call that has less cannot do anything. */
export const MIN_TIMEOUT_SECONDS = 1;

const BOUNDS = `Give a whole number of calls from 1 to ${MAX_RATE_CALLS.toLocaleString("en")}`;

/** At most so many calls in any minute, hour or day. */
export const rateLimit = z.strictObject({
  calls: z.int(BOUNDS).check(z.minimum(1, BOUNDS), z.maximum(MAX_RATE_CALLS, BOUNDS)),
  per: z.enum(SPAN_NAMES),
});
export type RateLimit = z.infer<typeof rateLimit>;

/** What holds for each call of a tool: what the person has set; without it the definition's time, and no limit of calls. */
export type ToolLimits = { timeoutSeconds?: number; rateLimit?: RateLimit };
