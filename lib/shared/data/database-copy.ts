import * as z from "zod/mini";

/** A version of the agent's database: a copy that was kept, and why. */
export const databaseCopy = z.object({
  /** Of the compressed bytes, which lie in the data folder. */
  hash: z.string(),
  /** Bytes: of the database, and of the compressed copy. */
  bytes: z.number(),
  size: z.number(),
  /** The first change of a day, a statement that takes much away, another version that is put back. */
  reason: z.enum(["daily", "destructive", "restore"]),
  /** Since when the database had been so when it was copied, as far as its file tells. */
  unchangedSince: z.optional(z.string()),
  /** What was about to be run. */
  sql: z.optional(z.string()),
  tables: z.array(z.object({ name: z.string(), row_count: z.nullable(z.number()) })),
});
export type DatabaseCopy = z.infer<typeof databaseCopy>;

const WHY: Record<DatabaseCopy["reason"], string> = {
  daily: "Copy before the first change of the day",
  destructive: "Copy before much was taken away",
  restore: "Copy before another version was put back",
};

/** Why it was kept, in a line. */
export const whyCopied = ({ reason, sql }: Pick<DatabaseCopy, "reason" | "sql">): string =>
  reason === "destructive" && sql ? `Copy before: ${sql.replace(/\s+/g, " ")}` : WHY[reason];

/** What was in it, a table a line. */
export const tablesOfCopy = ({ tables }: DatabaseCopy): string =>
  tables
    .map(({ name, row_count }) =>
      row_count === null ? `${name} (view)` : `${name}: ${row_count} ${row_count === 1 ? "row" : "rows"}`,
    )
    .join("\n");
