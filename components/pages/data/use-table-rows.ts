"use client";

import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { EditLog } from "@/components/draw/grid/edit-log";
import { readRows, type Wanted } from "./api";
import { RowPages } from "./row-pages";
import { useDataChanges } from "./use-data-changes";

/** After an edit here, rows in an order of the person's stay where they are for so long. */
const CALM_MS = 4_000;

/**
 * The rows of a table that are wanted, as far as they are looked at, and their edits; kept up with what changes. `wanted`
 * is the same object until it changes; `isOrdered`: an edit may put a row elsewhere.
 */
export function useTableRows(table: string, wanted: Wanted, isOrdered: boolean) {
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
  const edits = useMemo(() => new EditLog(hostOf(pages)), [pages]);
  useSyncExternalStore(edits.subscribe, edits.version, edits.version);

  const isHeld = useRef(false);
  const isMissed = useRef(false);
  const refresh = useCallback(() => {
    isMissed.current = isHeld.current;
    if (!isHeld.current) pages.refresh();
  }, [pages]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useDataChanges(() => {
    clearTimeout(timer.current);
    const wait = isOrdered ? edits.wroteAt + CALM_MS - performance.now() : 0;
    if (wait <= 0) refresh();
    else timer.current = setTimeout(refresh, wait);
  }, table);
  /** The rows stay as they are while one of them is being changed. */
  const hold = useCallback(
    (isBusy: boolean) => {
      isHeld.current = isBusy;
      if (!isBusy && isMissed.current) refresh();
    },
    [refresh],
  );
  return { pages, edits, hold };
}

const hostOf = (pages: RowPages): ConstructorParameters<typeof EditLog>[0] => ({
  show: ({ key, set }) => pages.change(key, set),
  written({ edit, row, key }) {
    if (edit.kind === "set" && row) pages.change(edit.key, row, key);
    else pages.refresh();
  },
  refused(edit, isOld) {
    if (edit.kind === "set") pages.change(edit.key, edit.was);
    if (isOld) pages.refresh();
  },
});
