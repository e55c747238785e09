import { sql } from "drizzle-orm";
import { boolean, index, integer, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ErrorCategory, RecordedAnswer } from "@/lib/shared/executions";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { conversations } from "./conversations";

/** Runs of agents' code. Secrets are removed from all text columns. */
export const executions = pgTable(
  "executions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    runner: text("runner", { enum: ["deno", "isolate", "opencode"] }).notNull(),
    /** `run_sandbox_code`, `code`, or the name of an agent-made tool. */
    tool: text("tool").notNull(),
    code: text("code").notNull(),
    stdout: text("stdout").notNull(),
    /** Includes the error message, which an isolate does not write to stderr itself. */
    stderr: text("stderr").notNull(),
    /** Exit code of the process; null if it was killed. */
    exitCode: integer("exit_code"),
    durationMs: integer("duration_ms").notNull(),
    success: boolean("success").notNull(),
    /** Conversation of the call that ran the code; null if a user ran it by hand. */
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "cascade" }),
    messageId: text("message_id"),
    toolCallId: text("tool_call_id"),
    triggerMessage: text("trigger_message"),
    /** The model's text or reasoning before the call. */
    llmReasoning: text("llm_reasoning"),
    /** Category of the error; null if the run succeeded. */
    errorCategory: text("error_category").$type<ErrorCategory>(),
    /** Whether the text columns may contain web content. If so, no prompt quotes them. */
    fromWeb: boolean("from_web").notNull().default(false),
    /** Answers of the network to an agent-made tool; null without any, and for older runs. */
    answers: json("answers").$type<RecordedAnswer[]>(),
    createdAt,
  },
  (t) => [
    // Covers every column that the statistics need, so that they never read the text columns.
    index("executions_recent").on(
      t.agentId,
      newestFirst(t.createdAt),
      newestFirst(t.id),
      t.success,
      t.errorCategory,
      t.durationMs,
    ),
    index("executions_failed")
      .on(t.agentId, t.errorCategory, newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`not success`),
    index("executions_answers")
      .on(t.agentId, t.tool, newestFirst(t.createdAt))
      .where(sql`answers is not null`),
    index("executions_conversation").on(t.conversationId, newestFirst(t.createdAt)),
  ],
);

/**
 * Hints in an agent's prompt about the failures of its code: one row for each period in which a hint was shown.
 * The rows show whether hints helped.
 */
export const executionHints = pgTable(
  "execution_hints",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    /**
     * Error categories that the hint covers. A new hint with the same categories updates the text of this
     * row.
     */
    categories: text("categories").notNull(),
    text: text("text").notNull(),
    createdAt,
    /** When the hint ended; null while it is shown. */
    endedAt: at("ended_at"),
  },
  (t) => [
    index("execution_hints_recent").on(t.agentId, newestFirst(t.createdAt)),
    uniqueIndex("execution_hints_told").on(t.agentId).where(sql`ended_at is null`),
  ],
);
