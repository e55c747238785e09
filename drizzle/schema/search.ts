import { sql } from "drizzle-orm";
import {
  bigint,
  bit,
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { messages } from "./conversations";
import { memories, memoryBlocks } from "./memory";

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Subject of a row: exactly one of a message, a block and a fact. */
const subject = {
  conversationId: uuid("conversation_id"),
  messageId: text("message_id"),
  blockId: uuid("block_id").references(() => memoryBlocks.id, { onDelete: "cascade" }),
  memoryId: uuid("memory_id").references(() => memories.id, { onDelete: "cascade" }),
};

/** Embedding vectors of messages, blocks and facts. They are deleted with their subject. */
export const embeddings = pgTable(
  "embeddings",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    ...subject,
    isMessage: boolean("is_message").notNull().generatedAlwaysAs(sql`message_id is not null`),
    /** Part of a long text, counted from 0. */
    part: integer("part").notNull().default(0),
    model: text("model").notNull(),
    /** Rough position of the vector, to narrow a search: the signs of its first components. */
    cell: smallint("cell").notNull(),
    signs: bit("signs", { dimensions: 512 }).notNull(),
    /** The vector, with one byte for each component. */
    vector: bytea("vector").notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.conversationId, t.messageId],
      foreignColumns: [messages.conversationId, messages.id],
      name: "embeddings_message_fk",
    }).onDelete("cascade"),
    uniqueIndex("embeddings_of_message")
      .on(t.conversationId, t.messageId, t.part)
      .where(sql`message_id is not null`),
    uniqueIndex("embeddings_of_block").on(t.blockId, t.part).where(sql`block_id is not null`),
    uniqueIndex("embeddings_of_memory").on(t.memoryId, t.part).where(sql`memory_id is not null`),
    index("embeddings_model").on(t.agentId, t.model),
    // A migration adds the index `embeddings_signs`, which includes the signs. Drizzle cannot express it.
  ],
);

/**
 * Texts that were written or deleted since their vectors and words were last indexed. Triggers write the
 * rows; migrations create the triggers.
 */
export const searchQueue = pgTable(
  "search_queue",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    conversationId: uuid("conversation_id"),
    messageId: text("message_id"),
    blockId: uuid("block_id"),
    memoryId: uuid("memory_id"),
    /** Words of the earlier text, if the text was deleted or changed. */
    gone: text("gone"),
  },
  (t) => [index("search_queue_gone").on(t.id).where(sql`gone is not null`)],
);

/** Words of an agent's content, used to correct misspelled queries. */
export const searchWords = pgTable("search_words", { agentId, word: text("word").notNull() }, (t) => [
  primaryKey({ columns: [t.agentId, t.word] }),
]);
