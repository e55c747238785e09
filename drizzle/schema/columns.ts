import { timestamp } from "drizzle-orm/pg-core";

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });
export const createdAt = at("created_at").notNull().defaultNow();
