import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at, createdAt } from "./columns";

/** Somebody who has given the password, on one browser; gone when they sign out. */
export const sessions = pgTable("sessions", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Of the password and the secret that the session was begun with: others end it. */
  key: text("key").notNull(),
  /** As the browser names itself. */
  userAgent: text("user_agent").notNull(),
  createdAt,
  lastUsedAt: at("last_used_at").notNull().defaultNow(),
});
