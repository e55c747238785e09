import { json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";

/** What holds for every agent that has nothing else under the key; the keys are those of `settings`. */
export const workspaceSettings = pgTable("workspace_settings", {
  key: text("key").primaryKey(),
  value: json("value").notNull(),
  updatedAt: at("updated_at").notNull().defaultNow(),
});

/** An agent's own, over those of the workspace: fields that it does not have are theirs. */
export const settings = pgTable(
  "settings",
  {
    agentId,
    /** `toolset:<id>`, `tool:<name>`, `limits`, `general`, `provider:<id>` (its key encrypted). */
    key: text("key").notNull(),
    value: json("value").notNull(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.key] })],
);

export const state = pgTable(
  "state",
  {
    agentId,
    key: text("key").notNull(),
    value: json("value").notNull(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.key] })],
);

/** Components' code as frames run it, by what it was compiled from. A cache, but for the source. */
export const bundles = pgTable("bundles", {
  /** sha256 of the source, in hex. */
  hash: text("hash").primaryKey(),
  source: text("source").notNull(),
  js: text("js").notNull(),
  css: text("css").notNull(),
  map: text("map").notNull(),
  /** The runtime that it was compiled for; a newer one compiles it anew. */
  runtime: text("runtime").notNull(),
  createdAt,
});
