import { json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";

/** Settings that apply to every agent without an own value under the same key. Same keys as `settings`. */
export const workspaceSettings = pgTable("workspace_settings", {
  key: text("key").primaryKey(),
  value: json("value").notNull(),
  updatedAt: at("updated_at").notNull().defaultNow(),
});

/** Settings of one agent. Fields that are missing here come from the workspace settings. */
export const settings = pgTable(
  "settings",
  {
    agentId,
    /** `toolset:<id>`, `tool:<name>`, `limits`, `general`, or `provider:<id>` (its key is encrypted). */
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

/** Compiled code of components, by the hash of the source. Everything but `source` can be rebuilt. */
export const bundles = pgTable("bundles", {
  /** sha256 of the source, in hex. */
  hash: text("hash").primaryKey(),
  source: text("source").notNull(),
  js: text("js").notNull(),
  css: text("css").notNull(),
  map: text("map").notNull(),
  /** Version of the runtime that the source was compiled for. A newer runtime compiles the source again. */
  runtime: text("runtime").notNull(),
  createdAt,
});
