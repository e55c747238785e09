import * as z from "zod/mini";

/* Limits that the user sets for a tool, overriding its definition. */

/** Periods of rate limits, in seconds. */
export const SPANS = { minute: 60, hour: 3_600, day: 86_400 } as const;
export type Span = keyof typeof SPANS;
export const SPAN_NAMES = ["minute", "hour", "day"] as const satisfies readonly Span[];

export const MAX_RATE_CALLS = 1_000;
/** With a shorter timeout, every call would fail. */
export const MIN_TIMEOUT_SECONDS = 1;

const BOUNDS = `Give a whole number of calls from 1 to ${MAX_RATE_CALLS.toLocaleString("en")}`;

export const rateLimit = z.strictObject({
  calls: z.int(BOUNDS).check(z.minimum(1, BOUNDS), z.maximum(MAX_RATE_CALLS, BOUNDS)),
  per: z.enum(SPAN_NAMES),
});
export type RateLimit = z.infer<typeof rateLimit>;

/** The effective limits of a tool. By default, the timeout of the definition and no rate limit apply. */
export type ToolLimits = { timeoutSeconds?: number; rateLimit?: RateLimit };
