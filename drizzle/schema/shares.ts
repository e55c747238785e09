import { customType, index, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";
import { conversations } from "./conversations";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Sheets that whoever has their link may see, as they were when it was made or as they are now; gone when it is revoked. */
export const shares = pgTable(
  "shares",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    conversationId: uuid("conversation_id")
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    /** `messageId/toolCallId` of the call that made the sheet. */
    sheet: text("sheet").notNull(),
    title: text("title").notNull(),
    /** sha256 of the token in the link, in hex. */
    tokenHash: text("token_hash").notNull(),
    /** The document, by gzip; null where the sheet is shown as it is now. */
    document: bytea("document"),
    /** Of one that is shown as it is now: what its component followed when it was shared, and no other may be read. */
    live: json("live").$type<{ queries: [sql: string, params: unknown[]][]; state: string[] }>(),
    expiresAt: at("expires_at"),
    createdAt,
  },
  (t) => [
    uniqueIndex("shares_token").on(t.tokenHash),
    index("shares_of").on(t.agentId, t.createdAt),
    index("shares_conversation").on(t.conversationId),
  ],
);
