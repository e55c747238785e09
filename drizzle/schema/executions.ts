import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { conversations } from "./conversations";

/** One run of code that an agent wrote; secrets are taken out of all texts. */
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
    /** With the words of the error, which an isolate writes nowhere. */
    stderr: text("stderr").notNull(),
    /** Null where it was killed. */
    exitCode: integer("exit_code"),
    durationMs: integer("duration_ms").notNull(),
    success: boolean("success").notNull(),
    /** Null where a person ran it by hand. */
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "cascade" }),
    messageId: text("message_id"),
    toolCallId: text("tool_call_id"),
    /** What the person had said last. */
    triggerMessage: text("trigger_message"),
    /** What the model wrote or thought before the call. */
    llmReasoning: text("llm_reasoning"),
    /** Of one that failed. */
    errorCategory: text("error_category", {
      enum: [
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
      ],
    }),
    /** Whether its words may hold text of the web: then no prompt quotes them. */
    fromWeb: boolean("from_web").notNull().default(false),
    createdAt,
  },
  (t) => [
    // Holds all that figures are made of, so that the texts are not read for them.
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
    index("executions_conversation").on(t.conversationId, newestFirst(t.createdAt)),
  ],
);

/** What an agent was told of its failures, one row a time: for the question whether it helped. */
export const executionHints = pgTable(
  "execution_hints",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    /** What it is about; while that stays, so does the row, whatever becomes of the words. */
    categories: text("categories").notNull(),
    text: text("text").notNull(),
    createdAt,
    /** Null while it is told. */
    endedAt: at("ended_at"),
  },
  (t) => [
    index("execution_hints_recent").on(t.agentId, newestFirst(t.createdAt)),
    uniqueIndex("execution_hints_told").on(t.agentId).where(sql`ended_at is null`),
  ],
);
