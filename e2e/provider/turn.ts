import { z } from "zod";

const call = z.strictObject({
  tool: z.string(),
  input: z.unknown().optional(),
  /** Sent as the arguments instead of `input`, valid or not. */
  rawArguments: z.string().optional(),
  /** Id of the call. A test can repeat an id, as some providers do. */
  id: z.string().optional(),
});

const count = z.int().min(0).max(1_000_000);

/** Played in the order of the fields: wait, refuse, write, call, break. */
const part = z.strictObject({
  delayMs: z.number().min(0).optional(),
  /** From here on, splits the response into chunks at random bytes; the same seed gives the same chunks. */
  split: z.int().optional(),
  gate: z.string().optional(),

  status: z.int().min(400).max(599).optional(),
  retryAfter: z.number().min(0).optional(),
  code: z.string().optional(),
  message: z.string().optional(),

  reasoning: z.string().optional(),
  text: z.string().optional(),
  /** Writes this many tokens `w0 w1 w2 …`, which shows missing and duplicate ones. */
  tokens: count.optional(),
  /** Tokens a second. Default: as fast as the socket accepts them. */
  rate: z.number().positive().optional(),
  ...call.partial().shape,
  tools: z.array(call).optional(),
  repeat: count.optional(),
  raw: z.string().optional(),

  error: z.string().optional(),
  cut: count.optional(),
  cutAt: count.optional(),
  /** Ends the response after this part as if it were complete, but without the final events. */
  ends: z.literal(true).optional(),
  hang: z.literal(true).optional(),
  /** While it hangs, sends a comment at this interval in ms, like servers that keep a connection alive. */
  pingMs: z.number().positive().optional(),
  /** Keeps the connection open after the last event. */
  holds: z.literal(true).optional(),
  /** A part that refuses, breaks or hangs does so only the first n times that the same request arrives. */
  fails: count.optional(),

  finish: z.enum(["stop", "tool_calls", "length", "content_filter"]).optional(),
  usage: z
    .strictObject({ input: count, output: count, cached: count.optional(), reasoning: count.optional() })
    .optional(),
});

export type Call = z.infer<typeof call>;
export type Part = z.infer<typeof part>;

export const turn = z.union([part, z.array(part).min(1)]);
export type Turn = z.infer<typeof turn>;

export type Delta =
  | { type: "reasoning"; text: string }
  | { type: "text"; text: string }
  | { type: "call"; index: number; id?: string; name: string }
  | { type: "arguments"; index: number; text: string }
  | { type: "raw"; data: string };

export type Finish = NonNullable<Part["finish"]>;
export type Usage = NonNullable<Part["usage"]>;
