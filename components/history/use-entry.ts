"use client";

import { useCallback, useEffect, useState } from "react";
import { wordsOf } from "@/components/versions/trouble";
import type { Gist } from "@/lib/shared/gist";
import type { Revision } from "@/lib/shared/history";
import { readEntry } from "./api";

export type Entry = { revision: Revision; gist: Gist | undefined };
type Known = { id: string; entry?: Entry; problem?: string };

/** The version that is looked at: one of the list, or read by itself where a link led to it. */
export function useEntry(
  id: string | undefined,
  revisions: readonly Revision[] | undefined,
  gists: ReadonlyMap<string, Gist>,
  known: Entry | undefined,
) {
  const [read, setRead] = useState<Known | undefined>(known && { id: known.revision.id, entry: known });
  const [attempt, setAttempt] = useState(0);
  const listed = revisions?.find((revision) => revision.id === id);
  const isNeeded = id !== undefined && revisions !== undefined && !listed && read?.entry?.revision.id !== id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again
  useEffect(() => {
    if (!isNeeded) return;
    const left = new AbortController();
    readEntry(id, left.signal).then(
      (entry) => !left.signal.aborted && setRead({ id, entry }),
      (error) => !left.signal.aborted && setRead({ id, problem: wordsOf(error) }),
    );
    return () => left.abort();
  }, [id, isNeeded, attempt]);

  const again = useCallback(() => setAttempt((before) => before + 1), []);
  const entry = listed
    ? { revision: listed, gist: gists.get(listed.id) }
    : read?.id === id
      ? read?.entry
      : undefined;
  return { entry, problem: !listed && read?.id === id ? read?.problem : undefined, again };
}
