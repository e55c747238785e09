import {
  bigint,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type {
  ImportChoice,
  ImportProgress,
  ImportReport,
  ImportStatus,
  ImportSurvey,
  MemoryStatus,
} from "@/lib/shared/imports/contract";
import type { Product } from "@/lib/shared/imports/products";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";
import { memberId } from "./members";

/** Exports of other products that a member uploaded. */
export const historyImports = pgTable(
  "imports",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    memberId,
    /** Name of the uploaded file. */
    name: text("name").notNull(),
    /** sha256 of the bytes, in hex. They are deleted once nothing more is taken from them. */
    hash: text("hash").notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    /** Null until the file was read. */
    product: text("product").$type<Product>(),
    status: text("status").$type<ImportStatus>().notNull().default("reading"),
    survey: json("survey").$type<ImportSurvey>(),
    choice: json("choice").$type<ImportChoice>(),
    progress: json("progress").$type<ImportProgress>(),
    report: json("report").$type<ImportReport>(),
    error: text("error"),
    createdAt,
    endedAt: at("ended_at"),
  },
  (t) => [
    index("imports_recent").on(t.agentId, newestFirst(t.createdAt), newestFirst(t.id)),
    index("imports_bytes").on(t.hash),
  ],
);

const importId = uuid("import_id")
  .notNull()
  .references(() => historyImports.id, { onDelete: "cascade" });

/** The conversation, file or component of each imported item, so that a later import takes only new ones. */
export const importedItems = pgTable(
  "imported_items",
  {
    agentId,
    product: text("product").$type<Product>().notNull(),
    kind: text("kind", { enum: ["conversation", "file", "component"] }).notNull(),
    /** Id of the item in the product. */
    source: text("source").notNull(),
    importId,
    /** Id of the conversation or file, or name of the component. */
    target: text("target").notNull(),
    /** Hash of the content that was imported last. */
    digest: text("digest").notNull(),
    /** Messages of the conversation, or versions of the component, that were imported. */
    parts: integer("parts").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.product, t.kind, t.source] }),
    index("imported_items_import").on(t.importId),
  ],
);

/** Memories and instructions of an export. Each becomes a fact only if the user accepts it. */
export const importedMemories = pgTable(
  "imported_memories",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    importId,
    product: text("product").$type<Product>().notNull(),
    kind: text("kind", { enum: ["memory", "instruction", "project"] }).notNull(),
    /** Name of the project. */
    title: text("title").notNull(),
    content: text("content").notNull(),
    /** Hash of kind and content. A later export lists the same text again. */
    key: text("key").notNull(),
    status: text("status").$type<MemoryStatus>().notNull().default("open"),
    factId: uuid("fact_id"),
  },
  (t) => [
    uniqueIndex("imported_memories_key").on(t.agentId, t.product, t.key),
    index("imported_memories_import").on(t.importId),
  ],
);
