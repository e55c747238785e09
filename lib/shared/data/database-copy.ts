import * as z from "zod/mini";
import { t } from "@/lib/shared/i18n/en/sharedData";

/** A stored copy of the agent's database, with the reason for it. */
export const databaseCopy = z.object({
  /** Hash of the compressed bytes in the data folder. */
  hash: z.string(),
  /** Bytes of the database, and of the compressed copy. */
  bytes: z.number(),
  size: z.number(),
  /**
   * Why the copy was made: before the first change of a day, before the first change of an hour by a component in another
   * program, before a destructive statement, or before another version was restored.
   */
  reason: z.enum(["daily", "program", "destructive", "restore"]),
  /** Time of the last change before the copy, from the modification time of the database file. */
  unchangedSince: z.optional(z.string()),
  /** Number of the last change of the change log that the copy contains. */
  change: z.optional(z.number()),
  sql: z.optional(z.string()),
  tables: z.array(z.object({ name: z.string(), row_count: z.nullable(z.number()) })),
});
export type DatabaseCopy = z.infer<typeof databaseCopy>;

const WHY = {
  daily: "copiedDaily",
  program: "copiedProgram",
  destructive: "copiedDestructive",
  restore: "copiedRestore",
} as const;

export const whyCopied = ({ reason, sql }: Pick<DatabaseCopy, "reason" | "sql">): string =>
  reason === "destructive" && sql
    ? t("copiedBefore", { statement: sql.replace(/\s+/g, " ") })
    : t(WHY[reason]);

export const tablesOfCopy = ({ tables }: DatabaseCopy): string =>
  tables
    .map(({ name, row_count }) =>
      row_count === null ? t("view", { name }) : t("rowsOf", { name, count: row_count }),
    )
    .join("\n");
