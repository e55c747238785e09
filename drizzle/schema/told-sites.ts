import { pgTable, primaryKey, real, text } from "drizzle-orm/pg-core";
import { conversationId } from "./conversations";

/** Sites and the bits that a conversation's requests have told each since it read private data: an upper bound. */
export const toldSites = pgTable(
  "told_sites",
  {
    conversationId,
    site: text("site").notNull(),
    bits: real("bits").notNull(),
    /** Hashes of addresses that the user named and that were requested once. The first request tells nothing. */
    visited: text("visited").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.site] })],
);
