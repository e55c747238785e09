"use client";

import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { readRows, type Wanted } from "./api";
import { RowPages } from "./row-pages";

/** The rows of a table that are wanted, as far as they are looked at. `wanted` is the same object until it changes. */
export function useTableRows(table: string, wanted: Wanted): RowPages {
  const first = useRef(wanted);
  const pages = useMemo(
    () => new RowPages((extent, signal) => readRows(table, first.current, extent, signal)),
    [table],
  );
  useEffect(() => {
    if (first.current === wanted) return;
    first.current = wanted;
    pages.reorder((extent, signal) => readRows(table, wanted, extent, signal));
  }, [pages, table, wanted]);
  useEffect(() => {
    pages.enter();
    return () => pages.leave();
  }, [pages]);
  useSyncExternalStore(pages.subscribe, pages.version, pages.version);
  return pages;
}
