"use client";

import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useSettledChanges } from "@/components/client/changes";
import type { RowPages } from "./row-pages";
import { type ReadPage, useRowPages } from "./use-row-pages";

/** A log of the user's writes. */
type Edits = {
  subscribe: (listener: () => void) => () => void;
  version: () => number;
};

type Options<Wanted, Log extends Edits> = {
  read: ReadPage<Wanted>;
  name: string;
  wanted: Wanted;
  isAbout: (change: string) => boolean;
  /** Must be stable. */
  logOf: (pages: RowPages) => Log;
  /** Time in ms by which a refetch after a change is delayed. */
  delay?: (edits: Log) => number;
};

/** Provides pages of rows with a log of their edits. Refetches them after changes. */
export function useEditedPages<Wanted, Log extends Edits>(options: Options<Wanted, Log>) {
  const { read, name, wanted, isAbout, logOf, delay = () => 0 } = options;
  const { pages, refresh, hold } = useRowPages(read, name, wanted);
  const edits = useMemo(() => logOf(pages), [logOf, pages]);
  useSyncExternalStore(edits.subscribe, edits.version, edits.version);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useSettledChanges(isAbout, () => {
    clearTimeout(timer.current);
    const wait = delay(edits);
    if (wait <= 0) refresh();
    else timer.current = setTimeout(refresh, wait);
  });
  return { pages, edits, hold };
}
