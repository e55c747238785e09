import * as z from "zod/mini";

/* Responses of the routes under `/api/code`: executions of code that the agent wrote. */

export const RUNNERS = ["deno", "isolate", "opencode"] as const;
export type Runner = (typeof RUNNERS)[number];

export const ERROR_CATEGORIES = [
  "syntax",
  "import",
  "type",
  "reference",
  "timeout",
  "network",
  "permission",
  "memory",
  "runtime",
  "unknown",
] as const;
export type ErrorCategory = (typeof ERROR_CATEGORIES)[number];

export const EXECUTION_STATUSES = ["success", "failed"] as const;

const summary = {
  id: z.string(),
  runner: z.enum(RUNNERS),
  tool: z.string(),
  /** Exit code of the process; null if it was killed. */
  exitCode: z.nullable(z.number()),
  durationMs: z.number(),
  success: z.boolean(),
  errorCategory: z.nullable(z.enum(ERROR_CATEGORIES)),
  /** Conversation of the call that ran the code; null if the user ran it. */
  conversationId: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  toolCallId: z.nullable(z.string()),
  title: z.nullable(z.string()),
  createdAt: z.string(),
};

export const executionSummary = z.object({
  ...summary,
  code: z.string(),
  stderr: z.string(),
  /** If the execution failed: status of the next execution by the same tool in the same conversation. */
  retry: z.nullable(z.enum(EXECUTION_STATUSES)),
});
export type ExecutionSummary = z.infer<typeof executionSummary>;

export const executionPage = z.object({
  executions: z.array(executionSummary),
  nextCursor: z.optional(z.string()),
});
export type ExecutionPage = z.infer<typeof executionPage>;

export const nextAct = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("call"), tool: z.string(), state: z.string() }),
  z.object({ kind: z.literal("text"), text: z.string() }),
]);
export type NextAct = z.infer<typeof nextAct>;

export const execution = z.object({
  ...summary,
  code: z.string(),
  stdout: z.string(),
  stderr: z.string(),
  triggerMessage: z.nullable(z.string()),
  llmReasoning: z.nullable(z.string()),
  /** The next call or text of the model; null if none followed yet. */
  next: z.nullable(nextAct),
});
export type Execution = z.infer<typeof execution>;

const example = z.object({ id: z.string(), error: z.string(), code: z.string() });

/** Response of `GET /api/code/stats?days=7`. */
export const executionStats = z.object({
  total: z.number(),
  successful: z.number(),
  failed: z.number(),
  avgDurationMs: z.number(),
  /** Categories of errors, the most frequent first. `examples` has the newest failures of a category. */
  errors: z.array(
    z.object({ category: z.enum(ERROR_CATEGORIES), count: z.number(), examples: z.array(example) }),
  ),
  /** Days in the time zone of the settings, oldest first, including days without executions. */
  days: z.array(z.object({ day: z.string(), total: z.number(), failed: z.number() })),
});
export type ExecutionStats = z.infer<typeof executionStats>;

const rate = z.object({
  total: z.number(),
  failed: z.number(),
  ofKinds: z.number(),
});

/**
 * A hint in the agent's prompt about its frequent failures. `before` has the failure rates of the week before
 * the hint, `after` those since.
 */
export const promptHint = z.object({
  id: z.string(),
  categories: z.array(z.enum(ERROR_CATEGORIES)),
  text: z.string(),
  since: z.string(),
  /** When the hint ended; null while it is active. */
  until: z.nullable(z.string()),
  before: rate,
  after: rate,
});
export type PromptHint = z.infer<typeof promptHint>;

/** Response of `GET /api/code/hint`. */
export const hintView = z.object({
  isOn: z.boolean(),
  /** Minimum number of executions and minimum share of failures within 7 days that cause a hint. */
  threshold: z.object({ executions: z.number(), failures: z.number() }),
  /** The hint that the next message gets; empty if there is none. */
  text: z.string(),
  /** Newest first. The first is active if it has no `until`. */
  hints: z.array(promptHint),
});
export type HintView = z.infer<typeof hintView>;

/** Response of `POST /api/code/executions/:id/run`. */
export const runAgain = z.object({
  success: z.boolean(),
  result: z.unknown(),
  stdout: z.string(),
  stderr: z.string(),
  durationMs: z.number(),
});
export type RunAgain = z.infer<typeof runAgain>;

/**
 * An answer of the network to code, from which a proof answers the same request. `request`: hash of method, address and
 * body. `headers`: some of them.
 */
export type RecordedAnswer = {
  request: string;
  status: number;
  url: string;
  headers: [name: string, value: string][];
  text: string;
};
