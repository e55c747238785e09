"use client";

import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { RowsPage } from "./api";
import { RowPages } from "./row-pages";

export type ReadPage<Wanted> = (
  name: string,
  wanted: Wanted,
  extent: { offset: number; limit: number },
  signal: AbortSignal,
) => Promise<RowsPage>;

/**
 * Provides pages of the rows that match `wanted`. `read` must be stable, and `wanted` must be the same object
 * until the filter or order changes.
 */
export function useRowPages<Wanted>(read: ReadPage<Wanted>, name: string, wanted: Wanted) {
  const first = useRef(wanted);
  const pages = useMemo(
    () => new RowPages((extent, signal) => read(name, first.current, extent, signal)),
    [read, name],
  );
  useEffect(() => {
    if (first.current === wanted) return;
    first.current = wanted;
    pages.reorder((extent, signal) => read(name, wanted, extent, signal));
  }, [pages, read, name, wanted]);
  useEffect(() => {
    pages.enter();
    return () => pages.leave();
  }, [pages]);
  useSyncExternalStore(pages.subscribe, pages.version, pages.version);

  const isPaused = useRef(false);
  const isMissed = useRef(false);
  const refresh = useCallback(() => {
    isMissed.current = isPaused.current;
    if (!isPaused.current) pages.refresh();
  }, [pages]);
  /** Postpones refetches while the user edits a row. */
  const hold = useCallback(
    (isBusy: boolean) => {
      isPaused.current = isBusy;
      if (!isBusy && isMissed.current) refresh();
    },
    [refresh],
  );
  return { pages, refresh, hold };
}
