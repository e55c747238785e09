"use client";

import { useMemo, useSyncExternalStore } from "react";
import { EditLog } from "./edit-log";
import type { RowPages } from "./row-pages";

/** What is done to a table's rows, for as long as it is shown. */
export function useEdits(table: string, pages: RowPages): EditLog {
  const log = useMemo(() => new EditLog(table, pages), [table, pages]);
  useSyncExternalStore(log.subscribe, log.version, log.version);
  return log;
}
