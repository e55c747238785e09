import { sql } from "drizzle-orm";
import {
  doublePrecision,
  type ExtraConfigColumn,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { BlockPermission } from "@/lib/shared/memory/memory";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { conversations } from "./conversations";

/** Same expression as the `messages_words` index. */
const wordVector = (column: ExtraConfigColumn) =>
  sql`array_to_tsvector(array_remove(string_to_array(${column}, ' '), ''))`;

/**
 * Texts that the agent keeps under labels, in every prompt or in the archive. Their origins are those of
 * their revisions.
 */
export const memoryBlocks = pgTable(
  "memory_blocks",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    label: text("label").notNull(),
    kind: text("kind", { enum: ["core", "working", "archival"] }).notNull(),
    text: text("text").notNull(),
    /** Search text: each word once, case-folded. */
    words: text("words").notNull().default(""),
    description: text("description").notNull().default(""),
    permission: text("permission").$type<BlockPermission>().notNull().default("read_write"),
    /** Maximum length of the text in UTF-16 code units. */
    charLimit: integer("char_limit").notNull(),
    version: integer("version").notNull(),
    /** Pinned blocks come first in the prompt. */
    pinnedAt: at("pinned_at"),
    /** When the agent last read the block from the archive. */
    lastUsedAt: at("last_used_at"),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    index("memory_blocks_context").on(t.agentId).where(sql`kind <> 'archival'`),
    index("memory_blocks_archive").on(t.agentId, newestFirst(t.updatedAt)).where(sql`kind = 'archival'`),
    // A working block and an archival block may have the same label.
    uniqueIndex("memory_blocks_label").on(t.agentId, sql`(kind = 'archival')`, t.label),
    index("memory_blocks_words").using("gin", wordVector(t.words)),
  ],
);

/** Lets another agent see a block in its prompt, and change it if `permission` allows that. */
export const memoryBlockShares = pgTable(
  "memory_block_shares",
  {
    blockId: uuid("block_id")
      .notNull()
      .references(() => memoryBlocks.id, { onDelete: "cascade" }),
    agentId,
    permission: text("permission").$type<BlockPermission>().notNull(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.blockId, t.agentId] }), index("memory_block_shares_with").on(t.agentId)],
);

/** The project of a fact, for an index, which has no order for null. Queries must repeat this text exactly. */
export const PROJECT_OF_FACT = "coalesce(project_id, '00000000-0000-0000-0000-000000000000'::uuid)";

/** Facts: short statements that are recalled when relevant. Their origins are those of their revisions. */
export const memories = pgTable(
  "memories",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    layer: text("layer", { enum: ["long", "mid", "short", "session"] }).notNull(),
    /** For the layer `session`: the conversation to which the fact belongs. */
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "cascade" }),
    /** The project of the conversation that the fact was stored in. It is recalled only there. */
    projectId: uuid("project_id"),
    content: text("content").notNull(),
    /** Search text: each word once, case-folded. */
    words: text("words").notNull().default(""),
    /** sha256 of the content, in hex. Saving the same content in the same layer renews the row. */
    contentHash: text("content_hash").notNull(),
    category: text("category"),
    /** Certainty of the fact, from 0 to 1. */
    certainty: doublePrecision("certainty").notNull().default(1),
    /** The message, page, file or job that the fact comes from. */
    source: json("source"),
    version: integer("version").notNull(),
    /** When the fact expires; null if it never does. */
    expiresAt: at("expires_at"),
    lastRecalledAt: at("last_recalled_at"),
    recalls: integer("recalls").notNull().default(0),
    /** Number of times that a recall has extended the expiry. */
    extensions: integer("extensions").notNull().default(0),
    /** Pinned facts do not expire. */
    pinnedAt: at("pinned_at"),
    /** Time at which the fact was forgotten or expired. The row is kept for a while so that this can be undone. */
    deletedAt: at("deleted_at"),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    unique("memories_content")
      .on(t.agentId, t.layer, t.conversationId, t.projectId, t.contentHash)
      .nullsNotDistinct(),
    index("memories_recent")
      .on(t.agentId, t.layer, newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`deleted_at is null`),
    // Reads the newest facts of a layer in a project, or outside of projects.
    index("memories_of_project")
      .on(t.agentId, t.layer, sql.raw(PROJECT_OF_FACT), newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`deleted_at is null`),
    index("memories_newest")
      .on(t.agentId, newestFirst(t.createdAt), newestFirst(t.id))
      .where(sql`deleted_at is null`),
    index("memories_pinned").on(t.agentId).where(sql`pinned_at is not null and deleted_at is null`),
    index("memories_words").using("gin", wordVector(t.words)).where(sql`deleted_at is null`),
    index("memories_expiry").on(t.expiresAt).where(sql`deleted_at is null and expires_at is not null`),
    index("memories_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
    index("memories_session").on(t.conversationId).where(sql`conversation_id is not null`),
  ],
);

/** Changes that consolidation made to facts, one row each, for the user to review and undo. */
export const consolidations = pgTable(
  "consolidations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    kind: text("kind", { enum: ["merged", "contradiction", "summarised"] }).notNull(),
    /** Identifies the facts involved. A change that the user has undone or reviewed is not proposed again. */
    key: text("key").notNull(),
    before: json("before").notNull(),
    /** For each fact, by its id: the version that the consolidation wrote, or 0 if it wrote none. */
    versions: json("versions").notNull(),
    /** The user's decision; null until reviewed. */
    settled: text("settled", { enum: ["kept", "undone"] }),
    createdAt,
  },
  (t) => [
    unique("consolidations_key").on(t.agentId, t.key),
    index("consolidations_recent").on(t.agentId, newestFirst(t.createdAt), newestFirst(t.id)),
  ],
);
