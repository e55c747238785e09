import { customType, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";
import { conversations } from "./conversations";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Sheets that whoever has their link may see, as they were when it was made; gone when it is revoked. */
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
    /** The document, by gzip. */
    document: bytea("document").notNull(),
    expiresAt: at("expires_at"),
    createdAt,
  },
  (t) => [
    uniqueIndex("shares_token").on(t.tokenHash),
    index("shares_of").on(t.agentId, t.createdAt),
    index("shares_conversation").on(t.conversationId),
  ],
);
