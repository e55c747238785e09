"use client";

import { useEffect, useRef } from "react";
import { useChanges } from "@/components/client/changes";
import { tablesOf } from "@/components/client/events";

const SETTLE_MS = 150;

/** Calls when the agent's database changes, here or elsewhere; with `table`, only when that one may have. */
export function useDataChanges(onChange: () => void, table?: string): void {
  const listen = useChanges();
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen((change) => {
      const tables = change === null ? null : tablesOf(change);
      if (tables === undefined || (table !== undefined && tables !== null && !names(tables, table))) return;
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [listen, table]);
}

/** None named may be all of them; SQLite takes names as the same whatever their case. */
const names = (tables: readonly string[], table: string): boolean =>
  tables.length === 0 || tables.some((one) => one.toLowerCase() === table.toLowerCase());
