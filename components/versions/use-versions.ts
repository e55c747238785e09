"use client";

import { useMemo, useState } from "react";
import type { Revision } from "@/lib/shared/history";
import { listVersions, type RevisionPage, type Thing } from "./api";

/** The versions that are known, newest first; older ones on request. */
export function useVersions(thing: Thing, known: RevisionPage) {
  const [older, setOlder] = useState<RevisionPage>();
  const versions = useMemo(() => {
    const all = new Map<string, Revision>();
    for (const revision of [...known.revisions, ...(older?.revisions ?? [])]) all.set(revision.id, revision);
    return [...all.values()].sort((a, b) => b.version - a.version);
  }, [known, older]);
  const cursor = older ? older.nextCursor : known.nextCursor;
  const loadOlder =
    cursor === undefined
      ? undefined
      : async () => {
          const page = await listVersions(thing, cursor);
          // With those of the first page: newer ones may push some of them out of it.
          setOlder({ ...page, revisions: [...versions, ...page.revisions] });
        };
  return { versions, loadOlder };
}
