import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Kind } from "@/lib/shared/kinds";
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";

export const components = pgTable(
  "components",
  {
    agentId,
    name: text("name").notNull(),
    description: text("description").notNull(),
    code: text("code").notNull(),
    /** JSON Schema of the props; null if the component declares none. */
    propsSchema: json("props_schema").$type<Record<string, unknown>>(),
    version: integer("version").notNull(),
    deletedAt: at("deleted_at"),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.agentId, t.name] }),
    index("components_by_name").on(t.agentId, sql`lower(${t.name})`, t.name).where(sql`deleted_at is null`),
    index("components_deleted").on(t.agentId, newestFirst(t.deletedAt)).where(sql`deleted_at is not null`),
  ],
);

export const agentTools = pgTable(
  "agent_tools",
  {
    agentId,
    name: text("name").notNull(),
    description: text("description").notNull(),
    parameterSchema: json("parameter_schema").notNull().$type<Record<string, unknown>>(),
    code: text("code").notNull(),
    /** Limits that are lower than the defaults; null for the defaults. */
    limits: json("limits").$type<{ memoryMb?: number; cpuMs?: number; wallMs?: number }>(),
    enabled: boolean("enabled").notNull().default(true),
    version: integer("version").notNull(),
    deletedAt: at("deleted_at"),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.name] })],
);

/** Live skills. Their SKILL.md and files are in the revision of `version`. */
export const skills = pgTable(
  "skills",
  {
    agentId,
    name: text("name").notNull(),
    /** Copied from the frontmatter of SKILL.md. */
    description: text("description").notNull(),
    fileCount: integer("file_count").notNull(),
    enabled: boolean("enabled").notNull().default(true),
    version: integer("version").notNull(),
    deletedAt: at("deleted_at"),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.name] })],
);

/**
 * Every version of each item that the agent or the user has written. Rows are never updated, with one exception: quick
 * changes of one state key by one author are merged into one version.
 */
export const revisions = pgTable(
  "revisions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    kind: text("kind").$type<Kind>().notNull(),
    /** Equals `kind` for the prompt and the notes, of which each agent has one. */
    name: text("name").notNull(),
    /** Counts from 1 within kind and name, and keeps counting after a deletion. */
    version: integer("version").notNull(),
    /** Position of the version in the timeline of all kinds. */
    position: bigint("position", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    /** Content of the item; null for a deletion. */
    content: json("content"),
    /** `system`: the initial content of a new agent. */
    author: text("author", { enum: ["agent", "person", "restore", "import", "system", "visitor"] }).notNull(),
    cause: json("cause"),
    /** The member who changed it; null for the owner, the agent and the system. */
    memberId: uuid("member_id"),
    /** Error of the version's test, if the version failed it. */
    failure: text("failure"),
    /** Web origins whose text the content may contain, because the author had read them. */
    origins: text("origins").array().notNull().default(sql`'{}'`),
    /** False if the version never went live, for example because the agent wrote it and it failed its test. */
    live: boolean("live").notNull().default(true),
    createdAt,
  },
  (t) => [
    uniqueIndex("revisions_version").on(t.agentId, t.kind, t.name, t.version),
    uniqueIndex("revisions_timeline").on(t.agentId, newestFirst(t.position)),
    index("revisions_marked").on(t.agentId).where(sql`origins <> '{}'`),
    index("revisions_of_message")
      .on(t.agentId, sql`(cause->>'messageId')`)
      .where(sql`cause->>'messageId' is not null`),
    index("revisions_undone")
      .on(t.agentId, sql`(cause->'undone'->>'change')`)
      .where(sql`cause->'undone'->>'change' is not null`),
    index("revisions_of_kind").on(t.agentId, t.kind, newestFirst(t.position)),
  ],
);
