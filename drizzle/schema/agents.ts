import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { SHARED_RIGHTS } from "@/lib/shared/members/roles";
import { at, createdAt } from "./columns";
import { memberId } from "./members";

export const agents = pgTable("agents", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  /** A colour, optionally with a symbol, that identifies the agent in the UI. */
  mark: text("mark").notNull().default(""),
  systemPrompt: text("system_prompt").notNull(),
  promptVersion: integer("prompt_version").notNull().default(1),
  learnedNotes: text("learned_notes").notNull().default(""),
  notesVersion: integer("notes_version").notNull().default(1),
  /** Written by `save_memory`. Version 0 if nothing was ever saved. */
  memoryBlob: text("memory_blob").notNull().default(""),
  memoryBlobVersion: integer("memory_blob_version").notNull().default(0),
  /** The agent's notes about its collections. Version 0 if nothing was ever written. */
  dbSchema: text("db_schema").notNull().default(""),
  dbSchemaVersion: integer("db_schema_version").notNull().default(0),
  /** The owner of the agent. */
  memberId,
  /** The right of every member; null if only `agent_shares` gives rights. */
  everyone: text("everyone", { enum: SHARED_RIGHTS }),
  createdAt,
  /** Archived since. Jobs of an archived agent do not fire. */
  archivedAt: at("archived_at"),
  /** Soft-deleted since; `infinity` while the agent is still being created. */
  deletedAt: at("deleted_at"),
});

export const agentId = uuid("agent_id")
  .notNull()
  .references(() => agents.id, { onDelete: "cascade" });
