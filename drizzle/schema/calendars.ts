import {
  boolean,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";

/** Servers whose calendars and address books are synchronised, and subscribed iCalendar files. */
export const calendarAccounts = pgTable(
  "calendar_accounts",
  {
    agentId,
    id: uuid("id").notNull().defaultRandom(),
    kind: text("kind", { enum: ["feed", "dav"] }).notNull(),
    name: text("name").notNull(),
    url: text("url").notNull(),
    username: text("username").notNull().default(""),
    /** Encrypted; empty for a file without a password. */
    password: text("password").notNull().default(""),
    everyMinutes: integer("every_minutes").notNull(),
    /** Whether the agent may change events and contacts of this server. */
    agentChanges: text("agent_changes", { enum: ["allow", "ask", "deny"] })
      .notNull()
      .default("ask"),
    /** `ETag` of the last response of a feed. Null for accounts. */
    etag: text("etag"),
    lastModified: text("last_modified"),
    syncedAt: at("synced_at"),
    /** Why the last synchronisation failed; null if it succeeded. */
    failure: text("failure"),
    failures: integer("failures").notNull().default(0),
    dueAt: at("due_at").notNull().defaultNow(),
    /** The server that synchronises the account now. */
    leasedBy: text("leased_by"),
    leasedUntil: at("leased_until"),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.agentId, t.id] }), index("calendar_accounts_due").on(t.dueAt)],
);

/** Calendars and address books of accounts, and the look of the agent's own calendar, whose id is that of the agent. */
export const calendarSources = pgTable(
  "calendar_sources",
  {
    agentId,
    id: uuid("id").notNull().defaultRandom(),
    accountId: uuid("account_id"),
    kind: text("kind", { enum: ["events", "contacts"] }).notNull(),
    name: text("name").notNull(),
    /** 0 is grey, the others are chart colours. */
    color: integer("color").notNull(),
    isShown: boolean("is_shown").notNull().default(true),
    isReadOnly: boolean("is_read_only").notNull().default(false),
    /** Absolute URL of the collection. */
    href: text("href").notNull().default(""),
    /** Of RFC 6578, or else the collection's `getctag`. */
    syncToken: text("sync_token"),
    ctag: text("ctag"),
    /** Messages for the user about events that are missing here. */
    problems: json("problems").notNull().$type<string[]>().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.id] }),
    foreignKey({
      name: "calendar_sources_account_fk",
      columns: [t.agentId, t.accountId],
      foreignColumns: [calendarAccounts.agentId, calendarAccounts.id],
    }).onDelete("cascade"),
    index("calendar_sources_account").on(t.agentId, t.accountId),
  ],
);

/** Objects of a server as they were when they were last synchronised. A feed has none. */
export const calendarItems = pgTable(
  "calendar_items",
  {
    agentId,
    sourceId: uuid("source_id").notNull(),
    /** Path of the object on its server. */
    href: text("href").notNull(),
    /** Null until the server has stored the object. */
    etag: text("etag"),
    /** The server's text, which keeps the properties that Easel does not know. */
    raw: text("raw").notNull(),
    /** The documents that correspond to `raw`, in the order of its components; null for an unreadable one. */
    base: text("base").notNull(),
    /** `sending`: it is created on the server, which may have received it already. */
    state: text("state", { enum: ["synced", "sending", "conflict", "refused"] }).notNull(),
    /** For a conflict: the server's version. `raw` is null if it was deleted there. */
    theirs: json("theirs").$type<{ raw: string | null; etag: string | null }>(),
    /** Why the server refused the change. */
    failure: text("failure"),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.sourceId, t.href] }),
    foreignKey({
      name: "calendar_items_source_fk",
      columns: [t.agentId, t.sourceId],
      foreignColumns: [calendarSources.agentId, calendarSources.id],
    }).onDelete("cascade"),
  ],
);
