import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ExportSource } from "@/lib/shared/exports";
import { TEXT_STATES, type TextFacts } from "@/lib/shared/files";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { conversations } from "./conversations";

/**
 * Files that the user uploaded and images that the agent made. The bytes are in the data folder, named by
 * their hash.
 */
export const files = pgTable(
  "files",
  {
    /** Unique only within the agent, because a copy of an agent has rows with the same ids. */
    id: uuid("id").notNull().defaultRandom(),
    agentId,
    /** sha256 of the bytes, in hex. */
    hash: text("hash").notNull(),
    name: text("name").notNull(),
    /** Detected from the bytes, not taken from the upload. */
    mediaType: text("media_type").notNull(),
    /** Size in bytes. */
    size: bigint("size", { mode: "number" }).notNull(),
    /** Size of an image in pixels; null if the file is no image. */
    width: integer("width"),
    height: integer("height"),
    origin: text("origin", { enum: ["upload", "generated", "edited", "point", "export"] }).notNull(),
    /** Origin of a generated image: the model's prompt and, for an edit, the source image. */
    prompt: text("prompt"),
    description: text("description"),
    model: text("model"),
    sourceId: uuid("source_id"),
    /** The source of an export, with its version. */
    exportOf: jsonb("export_of").$type<ExportSource>(),
    /** Web origins that the model had read when it made the image. */
    origins: text("origins").array().notNull().default(sql`'{}'`),
    /** The message and tool call that created the file, or the message that first sent it. */
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "set null" }),
    /** The project that the user put the file into. Files of its conversations belong to a project, too. */
    projectId: uuid("project_id"),
    messageId: text("message_id"),
    toolCallId: text("tool_call_id"),
    /** For a file of a watched folder: the folder, and the path in it with size and time of the change. */
    folderId: uuid("folder_id"),
    folderPath: text("folder_path"),
    folderStamp: text("folder_stamp"),
    /**
     * The content that models get instead of the file if they cannot read it; null until a model needs it.
     */
    reading: json("reading"),
    /** Whether the text is in `file_passages`. A trigger sets it to `waiting` if the file is deleted. */
    textState: text("text_state", { enum: TEXT_STATES }).notNull().default("waiting"),
    textFacts: json("text_facts").$type<TextFacts>(),
    /** Readers that have begun with the file, and when the last one did. */
    textAttempts: smallint("text_attempts").notNull().default(0),
    textClaimedAt: at("text_claimed_at"),
    /** The model that embedded all passages; null if some have no vector. */
    textModel: text("text_model"),
    /**
     * When an agent file imported it, or the user uploaded it in the list of files. No message needs to refer to
     * such a file. Null for an attachment of a message.
     */
    keptAt: at("imported_at"),
    deletedAt: at("deleted_at"),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.id] }),
    index("files_recent").on(t.agentId, newestFirst(t.createdAt), newestFirst(t.id)),
    index("files_project")
      .on(t.agentId, t.projectId, newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`project_id is not null`),
    index("files_images")
      .on(t.agentId, newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`media_type like 'image/%'`),
    index("files_exports").on(t.agentId, newestFirst(t.createdAt)).where(sql`origin = 'export'`),
    index("files_edits").on(t.agentId, t.sourceId).where(sql`source_id is not null`),
    index("files_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
    index("files_unsent")
      .on(t.createdAt)
      .where(sql`origin = 'upload' and conversation_id is null and imported_at is null`),
    index("files_bytes").on(t.hash),
    uniqueIndex("files_of_folder")
      .on(t.folderId, t.folderPath)
      .where(sql`folder_id is not null and deleted_at is null`),
    index("files_waiting")
      .on(newestFirst(t.createdAt))
      .where(sql`text_state = 'waiting' and deleted_at is null`),
    index("files_texts").on(t.agentId, t.textModel).where(sql`text_state in ('indexed', 'partly')`),
  ],
);

/** Folders of the server's machine whose files become files of a project. They are only read. */
export const watchedFolders = pgTable(
  "watched_folders",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    projectId: uuid("project_id").notNull(),
    path: text("path").notNull(),
    /** When all of it was last read; null until then. */
    readAt: at("read_at"),
    /** Why the last attempt failed, or which files it left out. */
    problem: text("problem"),
    createdAt,
  },
  (t) => [uniqueIndex("watched_folders_path").on(t.agentId, t.projectId, t.path)],
);

/** SQL that the user has run by hand. Only the newest rows are kept. */
export const sqlRuns = pgTable(
  "sql_runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    sql: text("sql").notNull(),
    params: json("params").notNull().$type<unknown[]>(),
    count: integer("count"),
    error: text("error"),
    ms: integer("ms").notNull(),
    createdAt,
  },
  (t) => [index("sql_runs_recent").on(t.agentId, newestFirst(t.createdAt), newestFirst(t.id))],
);
