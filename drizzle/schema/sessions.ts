import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at, createdAt } from "./columns";
import { memberId } from "./members";

/** A browser that signed in with the password. Signing out deletes the row. */
export const sessions = pgTable("sessions", {
  id: uuid("id").primaryKey().defaultRandom(),
  memberId,
  /** Derived from the password and the secret at sign-in. If either changes, the session ends. */
  key: text("key").notNull(),
  userAgent: text("user_agent").notNull(),
  createdAt,
  lastUsedAt: at("last_used_at").notNull().defaultNow(),
});
