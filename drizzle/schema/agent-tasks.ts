import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agents } from "./agents";
import { at, createdAt } from "./columns";
import { conversations } from "./conversations";

/** What one agent has asked another, or itself, to do: a conversation of the one asked, and the call that asked. */
export const agentTasks = pgTable(
  "agent_tasks",
  {
    conversationId: uuid("conversation_id")
      .primaryKey()
      .references(() => conversations.id, { onDelete: "cascade" }),
    /** Who asked, and where. */
    askerId: uuid("asker_id")
      .notNull()
      .references(() => agents.id, { onDelete: "cascade" }),
    askedFrom: uuid("asked_from")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    messageId: text("message_id").notNull(),
    toolCallId: text("tool_call_id").notNull(),
    task: text("task").notNull(),
    /** 1: a person's conversation asked; 2: one that was asked itself. */
    depth: integer("depth").notNull(),
    /** Whether the call waits for the answer; otherwise the end is told as a message. */
    waits: boolean("waits").notNull(),
    /** When the end was told to who asked. */
    toldAt: at("told_at"),
    createdAt,
  },
  (t) => [
    uniqueIndex("agent_tasks_call").on(t.askedFrom, t.messageId, t.toolCallId),
    index("agent_tasks_untold").on(t.createdAt).where(sql`told_at is null and not waits`),
  ],
);
