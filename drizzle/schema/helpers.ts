import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { agentId, agents } from "./agents";
import { at, createdAt } from "./columns";
import { conversations } from "./conversations";

/** Conversations that another conversation has begun by a call of `ask_agent`; `agentId` is whose each of them is. */
export const helpers = pgTable(
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
    /** The run that made the call; once it is over, a helper that it waits for is stopped. */
    askerRunId: uuid("asker_run_id").notNull(),
    askerMessageId: text("asker_message_id").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    /** How many askers stand above it. */
    depth: integer("depth").notNull(),
    /** Other agents whose budgets hold for it, too, and for which its cost counts. */
    payers: uuid("payers").array().notNull(),
    /** Whether the call waits for its end, which is a message otherwise. */
    isAwaited: boolean("is_awaited").notNull(),
    unattended: boolean("unattended").notNull(),
    /** Since when its end is known where it was asked: from then on it is a conversation like others. */
    settledAt: at("settled_at"),
    createdAt,
  },
  (t) => [
    index("helpers_asker").on(t.askerConversationId, t.createdAt),
    index("helpers_open").on(t.conversationId).where(sql`settled_at is null`),
  ],
);
