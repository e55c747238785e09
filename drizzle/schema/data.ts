import { sql } from "drizzle-orm";
import { bigint, index, integer, json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { conversations } from "./conversations";

/** Files that the person gave and images that the agent made. Their bytes lie in the data folder, by their hash. */
export const files = pgTable(
  "files",
  {
    /** The same in a copy of its agent. */
    id: uuid("id").notNull().defaultRandom(),
    agentId,
    /** sha256 of the bytes, in hex. */
    hash: text("hash").notNull(),
    name: text("name").notNull(),
    /** As its bytes say, not as it was announced. */
    mediaType: text("media_type").notNull(),
    /** Bytes. */
    size: bigint("size", { mode: "number" }).notNull(),
    /** Pixels, of an image. */
    width: integer("width"),
    height: integer("height"),
    origin: text("origin", { enum: ["upload", "generated", "edited"] }).notNull(),
    /** What an image was made from: the model's words for it, and the image that it was. */
    prompt: text("prompt"),
    description: text("description"),
    model: text("model"),
    sourceId: uuid("source_id"),
    /** Origins on the web that the model had read when it made the image. */
    origins: text("origins").array().notNull().default(sql`'{}'`),
    /** Where it was made, or first sent. */
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "set null" }),
    messageId: text("message_id"),
    toolCallId: text("tool_call_id"),
    /** What a model is given that cannot read it; null as long as nobody has asked. */
    reading: json("reading"),
    /** When an agent's file brought it: no message need name it then. */
    importedAt: at("imported_at"),
    deletedAt: at("deleted_at"),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.id] }),
    index("files_recent").on(t.agentId, newestFirst(t.createdAt), newestFirst(t.id)),
    index("files_images")
      .on(t.agentId, newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`media_type like 'image/%'`),
    index("files_edits").on(t.agentId, t.sourceId).where(sql`source_id is not null`),
    index("files_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
    index("files_unsent")
      .on(t.createdAt)
      .where(sql`origin = 'upload' and conversation_id is null and imported_at is null`),
    index("files_bytes").on(t.hash),
  ],
);

/** SQL that the person has run by hand; the newest are kept. */
export const sqlRuns = pgTable(
  "sql_runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    sql: text("sql").notNull(),
    params: json("params").notNull().$type<unknown[]>(),
    /** Of rows read, or changed. */
    count: integer("count"),
    error: text("error"),
    ms: integer("ms").notNull(),
    createdAt,
  },
  (t) => [index("sql_runs_recent").on(t.agentId, newestFirst(t.createdAt), newestFirst(t.id))],
);
