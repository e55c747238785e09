import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { sessions } from "./sessions";

/** The key pair by which push services know this workspace (VAPID): one row. */
export const pushKeys = pgTable("push_keys", {
  id: integer("id").primaryKey(),
  publicKey: text("public_key").notNull(),
  /** Sealed. */
  privateKey: text("private_key").notNull(),
  createdAt,
});

/** A browser that wants to be told when something waits. */
export const pushSubscriptions = pgTable("push_subscriptions", {
  /** The address that its maker's push service gave it; whoever knows it and the keys can send to it. */
  endpoint: text("endpoint").primaryKey(),
  /** Its public key and secret, base64url: what is sent is encrypted for it. */
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  /** Who is signed out is not told any more; null where there is no password. */
  sessionId: uuid("session_id").references(() => sessions.id, { onDelete: "cascade" }),
  createdAt,
});
