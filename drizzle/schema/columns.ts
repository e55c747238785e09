import { type ExtraConfigColumn, timestamp } from "drizzle-orm/pg-core";

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
export const createdAt = at("created_at").notNull().defaultNow();

/** In an index: as `order by … desc` has it. Drizzle's own `desc()` puts nulls last, and no such query can use that. */
export const newestFirst = (column: ExtraConfigColumn) => column.desc().nullsFirst();
