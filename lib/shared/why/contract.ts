import * as z from "zod/mini";
import { refusedBy } from "@/lib/shared/chat/metadata";
import { AUTHORS } from "@/lib/shared/history";
import { KINDS } from "@/lib/shared/kinds";
import { through } from "@/lib/shared/origins";
import { approvalReason } from "@/lib/shared/tools/approval-reason";

/* Response of `GET /api/conversations/{id}/why`. */

/** Maximum sources of one value that are returned. */
export const MAX_SOURCES = 5;

/** `agentId` is set if the cause belongs to another agent, which a subagent runs. */
const cause = { agentId: z.optional(z.string()) };
const place = { ...cause, conversationId: z.string(), messageId: z.string() };

/** A cause of a value. */
export const step = z.discriminatedUnion("kind", [
  /**
   * The message that led to the next cause. `by`: the user wrote it, answered with it, or changed the surface;
   * `job`: name of the job that created it.
   */
  z.object({
    ...{ kind: z.literal("message"), ...place },
    by: z.enum(["user", "answer", "edit", "agent", "job"]),
    text: z.string(),
    at: z.nullable(z.string()),
  }),
  z.object({
    ...{ kind: z.literal("call"), ...place, toolCallId: z.string() },
    tool: z.string(),
    /** For a call made by code: the call that ran the code, which has a row in the chat. */
    parentToolCallId: z.optional(z.string()),
    at: z.nullable(z.string()),
  }),
  z.object({
    ...cause,
    kind: z.literal("query"),
    text: z.string(),
    language: z.enum(["sql", "json"]),
    /** True if the block runs the query itself, so that its values are those of the database now. */
    isLive: z.boolean(),
  }),
  /** The row of a result. `nth` counts from 1. Tables are missing if SQLite could not name them in time. */
  z.object({
    ...cause,
    kind: z.literal("rows"),
    tables: z.array(z.string()),
    collection: z.optional(z.string()),
    nth: z.optional(z.number()),
    cells: z.array(z.object({ key: z.string(), text: z.string() })),
  }),
  /** The last change of the tables before the query ran. */
  z.object({
    ...cause,
    kind: z.literal("change"),
    revisionId: z.string(),
    author: z.enum(AUTHORS),
    at: z.string(),
  }),
  /** A component reads its values itself while it is shown, with these tools. */
  z.object({ ...cause, kind: z.literal("reads"), tools: z.array(z.string()) }),
  z.object({ ...cause, kind: z.literal("page"), url: z.string(), title: z.string() }),
  z.object({
    ...cause,
    kind: z.literal("file"),
    id: z.string(),
    name: z.string(),
    place: z.string(),
    link: z.string(),
  }),
  /** A fact by its id, or an entry of the archive or a memory block by its label. */
  z.object({
    ...cause,
    kind: z.literal("memory"),
    of: z.enum(["fact", "archive", "block"]),
    name: z.string(),
  }),
  z.object({ ...cause, kind: z.literal("helper"), conversationId: z.string(), name: z.string() }),
  z.object({
    ...cause,
    kind: z.literal("origin"),
    origins: z.array(z.string()),
    through: z.array(through),
  }),
  /** The version that was live then. `revisionId` is null if it is no longer stored. */
  z.object({
    ...cause,
    kind: z.literal("version"),
    of: z.enum(KINDS),
    name: z.string(),
    version: z.number(),
    revisionId: z.nullable(z.string()),
  }),
  /** Cost of the answer with the call. `cost` is in US dollars, null if no price is known. */
  z.object({
    ...{ kind: z.literal("cost"), ...place },
    model: z.nullable(z.string()),
    tokens: z.number(),
    cost: z.nullable(z.number()),
  }),
]);
export type Step = z.infer<typeof step>;
export type StepOf<K extends Step["kind"]> = Extract<Step, { kind: K }>;

/**
 * The rule by which a call asked, or was refused. `by` is missing for a call that only asked: then the policy of its
 * tool requires approval, unless `because` has another reason.
 */
export const rule = z.object({
  tool: z.string(),
  outcome: z.enum(["asked", "refused"]),
  by: z.optional(refusedBy),
  because: z.optional(approvalReason),
});
export type Rule = z.infer<typeof rule>;

export const why = z.object({
  /** The text that was asked about; null for the whole surface. */
  value: z.nullable(z.string()),
  /**
   * The causes of the value, newest first. Several if the value occurs in several results that fit equally well;
   * empty if no result has it, so that the model wrote it.
   */
  sources: z.array(z.object({ steps: z.array(step) })),
  /** The causes of the surface or the call itself. */
  made: z.array(step),
  /** False if the search ended before the oldest results, because the conversation is long. */
  isComplete: z.boolean(),
  /** Null if the call neither asked nor was refused. */
  rule: z.nullable(rule),
});
export type Why = z.infer<typeof why>;
