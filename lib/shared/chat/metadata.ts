import { z } from "zod";

/** What the model calls of a message have used. */
export const usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Of the input: read from the provider's cache. */
  cachedTokens: z.number().optional(),
  /** Of the output: spent on reasoning. */
  reasoningTokens: z.number().optional(),
  /** US dollars; missing where no price is known. */
  cost: z.number().optional(),
});
export type Usage = z.infer<typeof usage>;

const call = z.object({
  /** How long a tool ran. */
  durationMs: z.number().optional(),
  /** When the person answered, as an ISO time. */
  answeredAt: z.string().optional(),
});
export type CallTimes = z.infer<typeof call>;

/** What the server says of a message beside its parts. */
export const messageMetadata = z.object({
  createdAt: z.string().optional(),
  /** The versions of this message, itself among them, oldest first; only where there are several. */
  versions: z.array(z.string()).nullish(),
  /** The `provider/model` that wrote it. */
  model: z.string().nullish(),
  usage: usage.nullish(),
  /** By the call's id. */
  calls: z.record(z.string(), call).nullish(),
});
export type MessageMetadata = z.infer<typeof messageMetadata>;
