"use client";

import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useSettledChanges } from "@/components/client/changes";
import { EditLog } from "@/components/draw/grid/edit-log";
import { isAboutData } from "./about-data";
import { readRows, type Wanted } from "./api";
import type { RowPages } from "./row-pages";
import { useRowPages } from "./use-row-pages";

/**
 * Time in ms after an edit before sorted or filtered rows are refetched. A refetch may move the edited row.
 */
const CALM_MS = 4_000;

export function useTableRows(table: string, wanted: Wanted, isOrdered: boolean) {
  const { pages, refresh, hold } = useRowPages(readRows, table, wanted);
  const edits = useMemo(() => new EditLog(hostOf(pages)), [pages]);
  useSyncExternalStore(edits.subscribe, edits.version, edits.version);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useSettledChanges(isAboutData(table), () => {
    clearTimeout(timer.current);
    const wait = isOrdered ? edits.wroteAt + CALM_MS - performance.now() : 0;
    if (wait <= 0) refresh();
    else timer.current = setTimeout(refresh, wait);
  });
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
