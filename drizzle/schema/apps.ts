import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AppSource, Audience, Quotas, Rules } from "@/lib/shared/apps/contract";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";
import { memberId, members } from "./members";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

const appId = uuid("app_id")
  .notNull()
  .references(() => apps.id, { onDelete: "cascade" });

/** Published components and surfaces, which visitors open at `/p/SLUG`. */
export const apps = pgTable(
  "apps",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    slug: text("slug").notNull(),
    title: text("title").notNull(),
    source: json("source").$type<AppSource>().notNull(),
    audience: text("audience").$type<Audience>().notNull(),
    /** The members whom an app for members lets in, besides its publisher; null for all. */
    members: uuid("members").array(),
    /** The number of the version that visitors get; null while the app is not published. */
    version: integer("version"),
    /** Number of the link. A new link ends the visits by earlier ones. */
    link: integer("link").notNull().default(1),
    /** When the link expires; null for never. */
    expiresAt: at("expires_at"),
    /** Salted hash of the passcode, as `lib/ground/base/password-hash.ts` writes it; null for none. */
    passcode: text("passcode"),
    /** Maximum new visitors by the present link; null for no limit. */
    maxVisits: integer("max_visits"),
    /** New visitors by the present link. */
    visits: integer("visits").notNull().default(0),
    /** Origins whose pages may embed the app. */
    embed: text("embed").array().notNull().default(sql`'{}'`),
    quotas: json("quotas").$type<Quotas>().notNull(),
    /** The member who published the app. */
    memberId,
    createdAt,
  },
  (t) => [uniqueIndex("apps_slug").on(t.slug), index("apps_of").on(t.agentId, t.createdAt)],
);

/** Published components with the rules for visitors. A version never changes. */
export const appVersions = pgTable(
  "app_versions",
  {
    appId,
    number: integer("number").notNull(),
    agentId,
    title: text("title").notNull(),
    /** Hash of the compiled component in `bundles`. */
    bundle: text("bundle").notNull(),
    props: json("props").$type<Record<string, unknown>>().notNull(),
    rules: json("rules").$type<Rules>().notNull(),
    /** The queries that visitors can run. */
    queries: json("queries").$type<string[]>().notNull(),
    /** Keys of the agent's state that visitors can read. */
    state: json("state").$type<string[]>().notNull(),
    /** The component with the modules that it uses as one script, by brotli; null if it needs the whole runtime. */
    script: bytea("script"),
    css: text("css").notNull().default(""),
    /** Web origins whose text the component may contain. */
    origins: text("origins").array().notNull().default(sql`'{}'`),
    memberId,
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.appId, t.number] })],
);

/** Browsers, or members, that have opened an app. */
export const appVisitors = pgTable(
  "app_visitors",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    appId,
    agentId,
    /** Number of the visitor in the app, from 1. */
    number: integer("number").notNull(),
    /** sha256 of the token in the cookie, in hex; null for a member. */
    tokenHash: text("token_hash"),
    memberId: uuid("member_id").references(() => members.id, { onDelete: "set null" }),
    name: text("name").notNull().default(""),
    /** Number of the link by which the visitor came. */
    link: integer("link").notNull(),
    /** False until the visitor has entered the passcode of the link. */
    isUnlocked: boolean("is_unlocked").notNull(),
    createdAt,
    seenAt: at("seen_at").notNull().defaultNow(),
    /** The visitor's state values, by key. */
    state: json("state").$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    uniqueIndex("app_visitors_token").on(t.tokenHash),
    uniqueIndex("app_visitors_member").on(t.appId, t.memberId),
    index("app_visitors_of").on(t.appId, t.seenAt),
  ],
);

/** Writes and questions to the model of a day by a visitor, and of all visitors (`visitor` is empty then). */
export const appDays = pgTable(
  "app_days",
  {
    appId,
    agentId,
    visitor: text("visitor").notNull(),
    day: date("day").notNull(),
    rows: integer("rows").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** Calls of `askModel`. */
    modelCalls: integer("model_calls").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.appId, t.day, t.visitor] })],
);

/** Rows that visitors wrote, with their cells as SQL literals, so that they can be restored exactly. */
export const appWrites = pgTable(
  "app_writes",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** Order of the writes. */
    place: bigint("place", { mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    appId,
    agentId,
    visitorId: uuid("visitor_id")
      .notNull()
      .references(() => appVisitors.id, { onDelete: "cascade" }),
    /** The version of the app. */
    version: integer("version").notNull(),
    tableName: text("table_name").notNull(),
    kind: text("kind", { enum: ["insert", "change", "remove"] }).notNull(),
    /** Cells of the key; null for a write that was not finished. */
    key: json("key").$type<Record<string, string>>(),
    before: json("before").$type<Record<string, string>>(),
    after: json("after").$type<Record<string, string>>(),
    createdAt,
    undoneAt: at("undone_at"),
  },
  (t) => [index("app_writes_of").on(t.appId, t.place), index("app_writes_by").on(t.visitorId, t.place)],
);
