import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { at } from "./columns";

/** The password that the user has set in the settings. The table has at most one row, with the id 1. */
export const passwords = pgTable("passwords", {
  id: integer("id").primaryKey(),
  /** Salted hash with its parameters, as `lib/ground/base/password-hash.ts` writes it. */
  hash: text("hash").notNull(),
  changedAt: at("changed_at").notNull().defaultNow(),
});
