import { sql } from "drizzle-orm";
import { customType, index, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";
import { conversations } from "./conversations";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Surfaces and conversations that anyone with the link may see: a surface as of the time of sharing or live, a
 * conversation as of the time of sharing. Revoking deletes the row.
 */
export const shares = pgTable(
  "shares",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    conversationId: uuid("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    /** `messageId/toolCallId` of the call that made the surface; null for a conversation. */
    sheet: text("sheet"),
    title: text("title").notNull(),
    /** sha256 of the token in the link, in hex. */
    tokenHash: text("token_hash").notNull(),
    /** The gzipped document; null for a live share. */
    document: bytea("document"),
    /**
     * For a live share: the queries and state that its component used when it was shared. It may read no
     * others.
     */
    live: json("live").$type<{ queries: [sql: string, params: unknown[]][]; state: string[] }>(),
    /** For a conversation: the bundle of each component in the document. */
    bundles: json("bundles").$type<string[]>(),
    expiresAt: at("expires_at"),
    createdAt,
  },
  (t) => [
    uniqueIndex("shares_token").on(t.tokenHash),
    index("shares_of").on(t.agentId, t.createdAt),
    index("shares_conversation").on(t.conversationId),
    uniqueIndex("shares_whole_conversation").on(t.conversationId).where(sql`sheet is null`),
  ],
);
