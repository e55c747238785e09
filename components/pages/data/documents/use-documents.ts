"use client";

import { useMemo, useSyncExternalStore } from "react";
import { useSettledChanges } from "@/components/client/changes";
import { useRowPages } from "../use-row-pages";
import { isAboutDocuments, readDocuments, type Wanted } from "./api";
import { DocumentEdits } from "./edits";

export function useDocuments(collection: string, wanted: Wanted, say: (message: string) => void) {
  const { pages, refresh, hold } = useRowPages(readDocuments, collection, wanted);
  const edits = useMemo(() => new DocumentEdits(say), [say]);
  useSyncExternalStore(edits.subscribe, edits.version, edits.version);
  useSettledChanges(isAboutDocuments(collection), refresh);
  return { pages, edits, hold };
}
