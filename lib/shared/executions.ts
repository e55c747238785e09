import * as z from "zod/mini";

/** What the routes below `/api/code` send of runs of code that an agent wrote. */

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
  /** The tool that ran it. */
  tool: z.string(),
  /** Null where it was killed. */
  exitCode: z.nullable(z.number()),
  durationMs: z.number(),
  success: z.boolean(),
  errorCategory: z.nullable(z.enum(ERROR_CATEGORIES)),
  /** Null where a person ran it by hand. */
  conversationId: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  toolCallId: z.nullable(z.string()),
  /** Of the conversation. */
  title: z.nullable(z.string()),
  createdAt: z.string(),
};

/** In a list: of long texts the start. */
export const executionSummary = z.object({
  ...summary,
  code: z.string(),
  stderr: z.string(),
  /** How the next run of the same tool in the same conversation ended, of one that failed. */
  retry: z.nullable(z.enum(EXECUTION_STATUSES)),
});
export type ExecutionSummary = z.infer<typeof executionSummary>;

/** `GET /api/code/executions` */
export const executionPage = z.object({
  executions: z.array(executionSummary),
  nextCursor: z.optional(z.string()),
});
export type ExecutionPage = z.infer<typeof executionPage>;

/** What the agent did after a run: the next call, or what it said. */
export const nextAct = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("call"), tool: z.string(), state: z.string() }),
  z.object({ kind: z.literal("text"), text: z.string() }),
]);
export type NextAct = z.infer<typeof nextAct>;

/** `GET /api/code/executions/:id`: `{ execution }` */
export const execution = z.object({
  ...summary,
  code: z.string(),
  stdout: z.string(),
  stderr: z.string(),
  /** What the person had said last. */
  triggerMessage: z.nullable(z.string()),
  /** What the model wrote or thought before the call. */
  llmReasoning: z.nullable(z.string()),
  /** Null where nothing followed yet. */
  next: z.nullable(nextAct),
});
export type Execution = z.infer<typeof execution>;

const example = z.object({ id: z.string(), error: z.string(), code: z.string() });

/** `GET /api/code/stats?days=7` */
export const executionStats = z.object({
  total: z.number(),
  successful: z.number(),
  failed: z.number(),
  avgDurationMs: z.number(),
  /** The most frequent first, each with its newest failures. */
  errors: z.array(
    z.object({ category: z.enum(ERROR_CATEGORIES), count: z.number(), examples: z.array(example) }),
  ),
  /** Each day of the time zone of the settings, the oldest first, those without a run too. */
  days: z.array(z.object({ day: z.string(), total: z.number(), failed: z.number() })),
});
export type ExecutionStats = z.infer<typeof executionStats>;

const rate = z.object({
  total: z.number(),
  failed: z.number(),
  /** Of those that failed: for what the hint is about. */
  ofKinds: z.number(),
});

/** What the agent was told of its failures, and how its runs went in the week before and from then on. */
export const toldHint = z.object({
  id: z.string(),
  categories: z.array(z.enum(ERROR_CATEGORIES)),
  text: z.string(),
  since: z.string(),
  /** Null while it is told. */
  until: z.nullable(z.string()),
  before: rate,
  after: rate,
});
export type ToldHint = z.infer<typeof toldHint>;

/** `GET /api/code/hint` */
export const hintView = z.object({
  isOn: z.boolean(),
  /** From how many runs on, and from what share of failures, in 7 days. */
  threshold: z.object({ executions: z.number(), failures: z.number() }),
  /** What is told with the next message; empty where that is nothing. */
  text: z.string(),
  /** The newest first; the first one is told if it has no end. */
  hints: z.array(toldHint),
});
export type HintView = z.infer<typeof hintView>;

/** `POST /api/code/executions/:id/run` */
export const runAgain = z.object({
  success: z.boolean(),
  /** What code in an isolate has returned. */
  result: z.unknown(),
  stdout: z.string(),
  stderr: z.string(),
  durationMs: z.number(),
});
export type RunAgain = z.infer<typeof runAgain>;
