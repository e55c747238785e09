import * as z from "zod/mini";
import type { Act } from "./acts";
import { cell } from "./cell";

/** Name of the item whose versions list changes of rows, in contrast to the copies of the database. */
export const ROWS = "rows";

const table = z.object({
  name: z.string(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  /** True if the table was created, dropped or altered. */
  isReshaped: z.optional(z.literal(true)),
});
export type TableCounts = z.infer<typeof table>;

/** Consecutive changes of rows with the same author and cause in one minute: their numbers in the change log, and times. */
export const rowChanges = z.object({
  from: z.number(),
  to: z.number(),
  first: z.string(),
  last: z.string(),
  tables: z.array(table),
  /** Rows that cascades and triggers changed. */
  more: z.number(),
});
export type RowChanges = z.infer<typeof rowChanges>;

const MAX_TABLES = 50;

/** Adds the effects of a change to the counts of earlier ones. */
export function countActs(acts: readonly Act[], { tables, more }: Pick<RowChanges, "tables" | "more">) {
  const counts = new Map(tables.map((one) => [one.name, { ...one }]));
  let others = more;
  for (const { verb, table: name, rows, more: also } of acts) {
    const count = counts.get(name) ?? { name, added: 0, changed: 0, removed: 0 };
    if (verb === "add") count.added += rows;
    else if (verb === "change") count.changed += rows;
    else if (verb === "delete") count.removed += rows;
    else count.isReshaped = true;
    others += also;
    if (counts.has(name) || counts.size < MAX_TABLES) counts.set(name, count);
  }
  return { tables: [...counts.values()], more: others };
}

/**
 * The rows of a table that changes added, changed and removed: their keys and cells, in the order of `columns`. The counts
 * are of all rows, also if rows are left out.
 */
export const comparedTable = z.extend(table, {
  columns: z.array(z.string()),
  key: z.optional(z.array(z.string())),
  rows: z.array(
    z.object({ key: z.array(cell), before: z.nullable(z.array(cell)), after: z.nullable(z.array(cell)) }),
  ),
});
export type ComparedTable = z.infer<typeof comparedTable>;
export const changedRows = z.object({ tables: z.array(comparedTable) });
