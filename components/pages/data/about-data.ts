import { tablesOf } from "@/components/client/events";

/** Whether a change is one of the agent's database; with `table`, one that may be of that table. */
export const isAboutData =
  (table?: string) =>
  (change: string): boolean => {
    const tables = tablesOf(change);
    return tables !== undefined && (table === undefined || names(tables, table));
  };

/** None named may be all of them; SQLite takes names as the same whatever their case. */
const names = (tables: readonly string[], table: string): boolean =>
  tables.length === 0 || tables.some((one) => one.toLowerCase() === table.toLowerCase());
