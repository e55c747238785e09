import { tablesOf } from "@/components/client/events";

/**
 * Returns a predicate for changes of the agent's database. With `table`, it accepts only changes that may
 * affect that table.
 */
export const isAboutData =
  (table?: string) =>
  (change: string): boolean => {
    const tables = tablesOf(change);
    return tables !== undefined && (table === undefined || names(tables, table));
  };

/** Changes without table names may affect any table. SQLite's table names are case-insensitive. */
const names = (tables: readonly string[], table: string): boolean =>
  tables.length === 0 || tables.some((one) => one.toLowerCase() === table.toLowerCase());
