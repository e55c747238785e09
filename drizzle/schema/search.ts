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

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Of what a row speaks: one of a message, a block and a fact. */
const subject = {
  conversationId: uuid("conversation_id"),
  messageId: text("message_id"),
  blockId: uuid("block_id").references(() => memoryBlocks.id, { onDelete: "cascade" }),
  memoryId: uuid("memory_id").references(() => memories.id, { onDelete: "cascade" }),
};

/** What the texts of messages, blocks and facts mean, as vectors; they go with what they are of. */
export const embeddings = pgTable(
  "embeddings",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    ...subject,
    isMessage: boolean("is_message").notNull().generatedAlwaysAs(sql`message_id is not null`),
    /** Long texts have several, counted from 0. */
    part: integer("part").notNull().default(0),
    model: text("model").notNull(),
    /** Where it lies roughly: the signs of its first components. */
    cell: smallint("cell").notNull(),
    signs: bit("signs", { dimensions: 512 }).notNull(),
    /** A byte for each component. */
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
    // The migration adds `embeddings_signs`, which holds the signs as well: drizzle knows no such index.
  ],
);

/** What was written and has to be looked at for its vector and its words, or is gone. Triggers, which migrations make, write it. */
export const searchQueue = pgTable(
  "search_queue",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    agentId,
    conversationId: uuid("conversation_id"),
    messageId: text("message_id"),
    blockId: uuid("block_id"),
    memoryId: uuid("memory_id"),
    /** The words of a text that is gone, or says something else now. */
    gone: text("gone"),
  },
  (t) => [index("search_queue_gone").on(t.id).where(sql`gone is not null`)],
);

/** The words of an agent's texts, for what was meant by one that is in none of them. */
export const searchWords = pgTable("search_words", { agentId, word: text("word").notNull() }, (t) => [
  primaryKey({ columns: [t.agentId, t.word] }),
]);
