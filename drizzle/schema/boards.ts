import { integer, json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";

/** Current boards, which are grids of pinned surfaces and components. Their versions are in `revisions`. */
export const boards = pgTable(
  "boards",
  {
    /** Unique only within the agent, because a copy of an agent has rows with the same ids. */
    id: uuid("id").notNull(),
    agentId,
    name: text("name").notNull(),
    /** Shape: see `lib/shared/boards`. */
    tiles: json("tiles").notNull(),
    version: integer("version").notNull(),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.id] })],
);
