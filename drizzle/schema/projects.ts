import { integer, json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";

/**
 * Current projects. Conversations, files and facts refer to them by `project_id`, without a foreign key: when a deleted project
 * is restored, it has them again.
 */
export const projects = pgTable(
  "projects",
  {
    /** Unique only within the agent, because a copy of an agent has rows with the same ids. */
    id: uuid("id").notNull(),
    agentId,
    name: text("name").notNull(),
    instructions: text("instructions").notNull(),
    boards: json("boards").$type<string[]>().notNull(),
    version: integer("version").notNull(),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.id] })],
);
