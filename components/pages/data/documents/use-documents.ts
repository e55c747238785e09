"use client";

import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useSettledChanges } from "@/components/client/changes";
import { RowPages } from "../row-pages";
import { isAboutDocuments, readDocuments, type Wanted } from "./api";
import { DocumentEdits } from "./edits";

/** The documents of a collection that are wanted, as far as they are looked at, and their edits; kept up with what changes. */
export function useDocuments(collection: string, wanted: Wanted, say: (words: string) => void) {
  const first = useRef(wanted);
  const pages = useMemo(
    () => new RowPages((extent, signal) => readDocuments(collection, first.current, extent, signal)),
    [collection],
  );
  useEffect(() => {
    if (first.current === wanted) return;
    first.current = wanted;
    pages.reorder((extent, signal) => readDocuments(collection, wanted, extent, signal));
  }, [pages, collection, wanted]);
  useEffect(() => {
    pages.enter();
    return () => pages.leave();
  }, [pages]);
  useSyncExternalStore(pages.subscribe, pages.version, pages.version);
  const edits = useMemo(() => new DocumentEdits(say), [say]);
  useSyncExternalStore(edits.subscribe, edits.version, edits.version);

  const isHeld = useRef(false);
  const isMissed = useRef(false);
  const refresh = useCallback(() => {
    isMissed.current = isHeld.current;
    if (!isHeld.current) pages.refresh();
  }, [pages]);
  useSettledChanges(
    useMemo(() => isAboutDocuments(collection), [collection]),
    refresh,
  );
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
