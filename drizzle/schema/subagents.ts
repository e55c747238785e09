import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { agentId, agents } from "./agents";
import { at, createdAt } from "./columns";
import { conversations } from "./conversations";

/** Conversations that another conversation started with `ask_agent`. `agentId` is the agent of the subagent. */
export const subagents = pgTable(
  "helpers",
  {
    conversationId: uuid("conversation_id")
      .primaryKey()
      .references(() => conversations.id, { onDelete: "cascade" }),
    agentId,
    askerAgentId: uuid("asker_agent_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    askerConversationId: uuid("asker_conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    /**
     * The run that made the call. When that run ends, the server stops the subagent if the call awaits it.
     */
    askerRunId: uuid("asker_run_id").notNull(),
    askerMessageId: text("asker_message_id").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    depth: integer("depth").notNull(),
    /** Other agents whose budgets apply to the subagent and are charged for it. */
    payers: uuid("payers").array().notNull(),
    /** Whether the call waits for the subagent's end. Otherwise the end arrives as a message. */
    isAwaited: boolean("is_awaited").notNull(),
    unattended: boolean("unattended").notNull(),
    /**
     * When the result was delivered to the parent. Afterwards the conversation is no longer treated as a
     * subagent.
     */
    settledAt: at("settled_at"),
    createdAt,
  },
  (t) => [
    index("helpers_asker").on(t.askerConversationId, t.createdAt),
    index("helpers_open").on(t.conversationId).where(sql`settled_at is null`),
  ],
);
