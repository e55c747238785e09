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
import { agentId } from "./agents";
import { at, createdAt, newestFirst } from "./columns";

export const components = pgTable(
  "components",
  {
    agentId,
    name: text("name").notNull(),
    description: text("description").notNull(),
    code: text("code").notNull(),
    /** JSON Schema of its props; null when it says nothing of them. */
    propsSchema: json("props_schema").$type<Record<string, unknown>>(),
    /** Of the revision that is live. */
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

/** Tools that the agent or the person has written. */
export const agentTools = pgTable(
  "agent_tools",
  {
    agentId,
    name: text("name").notNull(),
    description: text("description").notNull(),
    /** JSON Schema of the arguments, as it was written. */
    parameterSchema: json("parameter_schema").notNull().$type<Record<string, unknown>>(),
    code: text("code").notNull(),
    /** What it may use at most, where that is less than usual. */
    limits: json("limits").$type<{ memoryMb?: number; cpuMs?: number; wallMs?: number }>(),
    enabled: boolean("enabled").notNull().default(true),
    /** Of the revision that is live. */
    version: integer("version").notNull(),
    deletedAt: at("deleted_at"),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.name] })],
);

/**
 * Every version of what the agent or the person has written. A row is never changed, except that quick changes of one
 * key of the state by one author are one version.
 */
export const revisions = pgTable(
  "revisions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    kind: text("kind", {
      enum: [
        ...["system_prompt", "learned_notes", "tool", "component", "state", "job"],
        ...["memory_blob", "block", "db_schema", "memory", "board", "collection", "database", "model_family"],
      ] as const,
    }).notNull(),
    /** The prompt and the notes, of which there is one each, are named as their kind. */
    name: text("name").notNull(),
    /** Counts from 1 within kind and name, also after a deletion. */
    version: integer("version").notNull(),
    /** Order in the one timeline of all kinds. */
    position: bigint("position", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    /** Null is a deletion. */
    content: json("content"),
    /** `system`: what a new agent begins with. */
    author: text("author", { enum: ["agent", "person", "restore", "import", "system"] }).notNull(),
    cause: json("cause"),
    /** Why it was found not to work when it was tried. */
    failure: text("failure"),
    /** Origins on the web whose text may be in it: what whoever wrote it had read. */
    origins: text("origins").array().notNull().default(sql`'{}'`),
    /** Whether it went live; what the agent wrote and failed its try-out did not. */
    live: boolean("live").notNull().default(true),
    createdAt,
  },
  (t) => [
    uniqueIndex("revisions_version").on(t.agentId, t.kind, t.name, t.version),
    uniqueIndex("revisions_timeline").on(t.agentId, newestFirst(t.position)),
    index("revisions_marked").on(t.agentId).where(sql`origins <> '{}'`),
    index("revisions_of_kind").on(t.agentId, t.kind, newestFirst(t.position)),
  ],
);
