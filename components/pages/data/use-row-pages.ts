"use client";

import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { RowsPage } from "./api";
import { RowPages } from "./row-pages";

type Read<Wanted> = (
  name: string,
  wanted: Wanted,
  extent: { offset: number; limit: number },
  signal: AbortSignal,
) => Promise<RowsPage>;

/**
 * Provides pages of matching rows. `read` must be stable, and `wanted` must keep its identity until it
 * changes.
 */
export function useRowPages<Wanted>(read: Read<Wanted>, name: string, wanted: Wanted) {
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
  /** Defers refreshes while the user is editing a row. */
  const hold = useCallback(
    (isBusy: boolean) => {
      isPaused.current = isBusy;
      if (!isBusy && isMissed.current) refresh();
    },
    [refresh],
  );
  return { pages, refresh, hold };
}
