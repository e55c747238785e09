import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at } from "./columns";

/** Stored values whose text of strangers the user trusts, with its origins, so that the user can take the trust back. */
export const trusts = pgTable(
  "trusts",
  {
    agentId,
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    origins: text("origins").array().notNull(),
    trustedAt: at("trusted_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.kind, t.name] })],
);
