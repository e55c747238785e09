import { z } from "zod";

const call = z.strictObject({
  tool: z.string(),
  input: z.unknown().optional(),
  /** Sent as the arguments in place of `input`, broken or not. */
  rawArguments: z.string().optional(),
  /** Providers repeat call ids; so can a test. */
  id: z.string().optional(),
});

const count = z.int().min(0).max(1_000_000);

/** Played in the order of the fields: wait, refuse, say, call, break. */
const part = z.strictObject({
  delayMs: z.number().min(0).optional(),
  /** From here on the pieces that arrive end at random bytes; the same seed gives the same ones. */
  split: z.int().optional(),
  /** Holds here until the gate of this name is opened. */
  gate: z.string().optional(),

  /** An HTTP error in place of an answer. */
  status: z.int().min(400).max(599).optional(),
  retryAfter: z.number().min(0).optional(),
  code: z.string().optional(),
  message: z.string().optional(),

  reasoning: z.string().optional(),
  text: z.string().optional(),
  /** That many tokens `w0 w1 w2 …`, so that a reader sees what is missing or doubled. */
  tokens: count.optional(),
  /** Tokens a second; without it, as fast as the socket takes them. */
  rate: z.number().positive().optional(),
  ...call.partial().shape,
  tools: z.array(call).optional(),
  /** How often the calls of this part are made. */
  repeat: count.optional(),
  /** One event with this very data. */
  raw: z.string().optional(),

  /** An error event in the middle of the stream. */
  error: z.string().optional(),
  /** Destroys the socket after so many events of this part. */
  cut: count.optional(),
  /** Destroys the socket after so many bytes of the answer, wherever that is. */
  cutAt: count.optional(),
  /** Ends the answer after this part as if it were whole, but without its last events. */
  ends: z.literal(true).optional(),
  hang: z.literal(true).optional(),
  /** While it hangs, a comment every so many milliseconds, as servers send them to keep a connection. */
  pingMs: z.number().positive().optional(),
  /** After the last event the connection stays open. */
  holds: z.literal(true).optional(),
  /** What refuses, breaks or hangs does so only the first so many times that the same request comes. */
  fails: count.optional(),

  finish: z.enum(["stop", "tool_calls", "length", "content_filter"]).optional(),
  usage: z
    .strictObject({ input: count, output: count, cached: count.optional(), reasoning: count.optional() })
    .optional(),
});

export type Call = z.infer<typeof call>;
export type Part = z.infer<typeof part>;

/** What the provider does with one request: one part, or several in a row. */
export const turn = z.union([part, z.array(part).min(1)]);
export type Turn = z.infer<typeof turn>;

/** One event of a stream, in no provider's format. */
export type Delta =
  | { type: "reasoning"; text: string }
  | { type: "text"; text: string }
  | { type: "call"; index: number; id?: string; name: string }
  | { type: "arguments"; index: number; text: string }
  | { type: "raw"; data: string };

export type Finish = NonNullable<Part["finish"]>;
export type Usage = NonNullable<Part["usage"]>;
