import { type ExtraConfigColumn, timestamp } from "drizzle-orm/pg-core";

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
export const createdAt = at("created_at").notNull().defaultNow();

/**
 * Matches `order by … desc` in an index. Drizzle's `desc()` puts nulls last, which such queries cannot use.
 */
export const newestFirst = (column: ExtraConfigColumn) => column.desc().nullsFirst();
