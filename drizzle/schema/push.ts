import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { sessions } from "./sessions";

/** VAPID key pair that identifies this workspace to push services. The table has one row. */
export const pushKeys = pgTable("push_keys", {
  id: integer("id").primaryKey(),
  publicKey: text("public_key").notNull(),
  /** The private key, encrypted. */
  privateKey: text("private_key").notNull(),
  createdAt,
});

export const pushSubscriptions = pgTable("push_subscriptions", {
  /** URL at the browser vendor's push service. Anyone who has it and the keys can send to the browser. */
  endpoint: text("endpoint").primaryKey(),
  /** Public key and secret of the browser, base64url. Messages are encrypted for them. */
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  /** Session of the browser; signing out deletes the subscription. Null when no password is set. */
  sessionId: uuid("session_id").references(() => sessions.id, { onDelete: "cascade" }),
  createdAt,
});
