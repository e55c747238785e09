import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at, createdAt } from "./columns";

export const agents = pgTable("agents", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  /** What it is for, in a sentence. */
  description: text("description").notNull().default(""),
  /** How it is recognised: a colour, or a colour and a sign. */
  mark: text("mark").notNull().default(""),
  systemPrompt: text("system_prompt").notNull(),
  /** Of the revision that is live; so for the notes. */
  promptVersion: integer("prompt_version").notNull().default(1),
  learnedNotes: text("learned_notes").notNull().default(""),
  notesVersion: integer("notes_version").notNull().default(1),
  /** What `save_memory` keeps; version 0 as long as nothing ever was. */
  memoryBlob: text("memory_blob").notNull().default(""),
  memoryBlobVersion: integer("memory_blob_version").notNull().default(0),
  /** What the agent has written of its collections; version 0 as long as nothing ever was. */
  dbSchema: text("db_schema").notNull().default(""),
  dbSchemaVersion: integer("db_schema_version").notNull().default(0),
  createdAt,
  /** Put aside: nothing in it happens by itself. */
  archivedAt: at("archived_at"),
  /** In the bin, where nothing reaches it; infinite while it is still being made. */
  deletedAt: at("deleted_at"),
});

export const agentId = uuid("agent_id")
  .notNull()
  .references(() => agents.id, { onDelete: "cascade" });
