import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";

/**
 * Collections of documents. Every write increments `version`, which rejects writes that were computed from an
 * older one.
 */
export const documentCollections = pgTable(
  "document_collections",
  {
    agentId,
    name: text("name").notNull(),
    version: bigint("version", { mode: "number" }).notNull().default(0),
    documents: integer("documents").notNull().default(0),
    bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    /** As passed to `createIndex`. */
    indexes: json("indexes").notNull().$type<{ keys: string[]; unique: boolean }[]>().default([]),
    /** Web origins whose text may be in a document. */
    origins: text("origins").array().notNull().default(sql`'{}'`),
    markedAt: at("marked_at"),
    /** For a rehearsal: the documents are still only in the source, as of this row's `version`. */
    borrowed: boolean("borrowed").notNull().default(false),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.agentId, t.name] })],
);

export const documents = pgTable(
  "documents",
  {
    agentId,
    collection: text("collection").notNull(),
    /** `_id` as extended JSON text. */
    id: text("id").notNull(),
    /** Insertion order, which is also the order of results without a sort. */
    position: bigserial("position", { mode: "number" }).notNull(),
    /** Relaxed extended JSON with fields in their order. jsonb keeps neither the order nor U+0000. */
    body: text("body").notNull(),
    /**
     * The body as jsonb, without what jsonb rejects. The index finds candidates, and the engine checks them.
     */
    found: jsonb("found").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.collection, t.id] }),
    index("documents_order").on(t.agentId, t.collection, t.position),
    // Every query scans the pending list of the index, so its size is limited (KB).
    index("documents_found")
      .using("gin", sql`${t.found} jsonb_path_ops`)
      .with({ gin_pending_list_limit: 128 }),
    foreignKey({
      name: "documents_collection_fk",
      columns: [t.agentId, t.collection],
      foreignColumns: [documentCollections.agentId, documentCollections.name],
    }).onDelete("cascade"),
  ],
);

/**
 * States of documents before each write to their collection, for undoing it. Has a row for each document that
 * the write changed, added or deleted. The write itself is a revision of the kind "collection".
 */
export const documentsBefore = pgTable(
  "documents_before",
  {
    agentId,
    collection: text("collection").notNull(),
    /** The collection's version after the change. */
    change: bigint("change", { mode: "number" }).notNull(),
    id: text("id").notNull(),
    /** This and the columns below are null if no document had this id before the change. */
    position: bigint("position", { mode: "number" }),
    body: text("body"),
    /** Null if it equals `body` as jsonb. */
    found: jsonb("found"),
    /** Rows of `document_keys`, as `[index, key]` pairs. */
    keys: json("keys").$type<[string, string][]>(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.collection, t.change, t.id] })],
);

/**
 * Address under which other calendars subscribe to the schedule. Each agent has at most one. Revoking deletes
 * it.
 */
export const calendarAddresses = pgTable(
  "calendar_addresses",
  {
    agentId,
    /** The token is derived from this id. */
    id: uuid("id").notNull(),
    /** sha256 of the token, in hex. */
    tokenHash: text("token_hash").notNull().unique(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.agentId] })],
);

/** Values that must be unique, by a unique index or by the rules of a managed collection. */
export const documentKeys = pgTable(
  "document_keys",
  {
    agentId,
    collection: text("collection").notNull(),
    index: text("index").notNull(),
    /** sha256 of the values, in hex. */
    key: text("key").notNull(),
    id: text("id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.collection, t.index, t.key] }),
    foreignKey({
      name: "document_keys_document_fk",
      columns: [t.agentId, t.collection, t.id],
      foreignColumns: [documents.agentId, documents.collection, documents.id],
    }).onDelete("cascade"),
    index("document_keys_document").on(t.agentId, t.collection, t.id),
  ],
);
