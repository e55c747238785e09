"use client";

import { useSettledChanges } from "@/components/client/changes";
import { tablesOf } from "@/components/client/events";

/** Calls when the agent's database changes, here or elsewhere; with `table`, only when that one may have. */
export function useDataChanges(onChange: () => void, table?: string): void {
  useSettledChanges(isAboutData(table), onChange);
}

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
