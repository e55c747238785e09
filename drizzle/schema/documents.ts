import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
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

/** Collections of documents. Every write takes the next `version`, so that one that was computed from an older one is not made. */
export const documentCollections = pgTable(
  "document_collections",
  {
    agentId,
    name: text("name").notNull(),
    version: bigint("version", { mode: "number" }).notNull().default(0),
    documents: integer("documents").notNull().default(0),
    /** Of all texts. */
    bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    /** As `createIndex` was given them. */
    indexes: json("indexes").notNull().$type<{ keys: string[]; unique: boolean }[]>().default([]),
    /** Origins on the web whose text may be in a document. */
    origins: text("origins").array().notNull().default(sql`'{}'`),
    /** Since when there are any. */
    markedAt: at("marked_at"),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.agentId, t.name] })],
);

export const documents = pgTable(
  "documents",
  {
    agentId,
    collection: text("collection").notNull(),
    /** The `_id`, as text of extended JSON. */
    id: text("id").notNull(),
    /** In which documents were inserted, and are found where no order is asked for. */
    position: bigserial("position", { mode: "number" }).notNull(),
    /** Relaxed extended JSON, with its fields in their order: jsonb keeps neither that nor U+0000. */
    body: text("body").notNull(),
    /** The same for the index, without what jsonb refuses: it finds candidates, which the engine looks at. */
    found: jsonb("found").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.collection, t.id] }),
    index("documents_order").on(t.agentId, t.collection, t.position),
    // What waits to be put into it is looked through by every query: at most so many KB.
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
 * Documents as they were before a change of their collection, which is a revision of the kind "collection": what brings back
 * that which it has changed or deleted.
 */
export const documentsBefore = pgTable(
  "documents_before",
  {
    agentId,
    collection: text("collection").notNull(),
    /** The version that the collection came to have by the change. */
    change: bigint("change", { mode: "number" }).notNull(),
    id: text("id").notNull(),
    /** Null, as all that follows, where there was none of this id. */
    position: bigint("position", { mode: "number" }),
    body: text("body"),
    /** Null where it is `body` itself as jsonb. */
    found: jsonb("found"),
    /** Of `document_keys`: `[index, key]` each. */
    keys: json("keys").$type<[string, string][]>(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.collection, t.change, t.id] })],
);

/** The address under which other calendars subscribe to schedule: one an agent, gone when it is revoked. */
export const calendarAddresses = pgTable(
  "calendar_addresses",
  {
    agentId,
    /** From which its token follows. */
    id: uuid("id").notNull(),
    /** sha256 of the token, in hex. */
    tokenHash: text("token_hash").notNull().unique(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.agentId] })],
);

/** What a unique index, or the rules of a managed collection, let be there once. */
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
