import { integer, json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { agentId } from "./agents";
import { at, createdAt } from "./columns";

/** Boards as they are now: grids of pinned sheets and components. Their versions are revisions. */
export const boards = pgTable(
  "boards",
  {
    /** The same in a copy of its agent. */
    id: uuid("id").notNull(),
    agentId,
    name: text("name").notNull(),
    /** As `lib/shared/boards` has them. */
    tiles: json("tiles").notNull(),
    version: integer("version").notNull(),
    createdAt,
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.id] })],
);
