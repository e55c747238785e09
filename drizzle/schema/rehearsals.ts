import { bigint, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { AcceptedItem, RehearsedCause, ReplayCause } from "@/lib/shared/rehearsals";
import { agents } from "./agents";
import { at, createdAt } from "./columns";

/**
 * Copies of agents, on which a job or an answer is tried. A copy is a row of `agents` that no list shows, and it cannot
 * reach the outside.
 */
export const rehearsals = pgTable("rehearsals", {
  /** The copy. */
  agentId: uuid("agent_id")
    .primaryKey()
    .references(() => agents.id, { onDelete: "cascade" }),
  /** The agent that was copied; null if it was purged. */
  sourceId: uuid("source_id").references(() => agents.id, { onDelete: "set null" }),
  title: text("title").notNull(),
  cause: json("cause").$type<RehearsedCause | ReplayCause>().notNull(),
  /** The copy has the content that the source had at this time. */
  takenAt: at("taken_at").notNull(),
  /** The last change of the source's database that the copy contains; null if there was no database. */
  databaseChange: bigint("database_change", { mode: "number" }),
  conversationId: uuid("conversation_id"),
  /** The accepted items, with which an undo restores the earlier ones; null before. */
  accepted: json("accepted").$type<AcceptedItem[]>(),
  acceptedAt: at("accepted_at"),
  undoneAt: at("undone_at"),
  createdAt,
});
