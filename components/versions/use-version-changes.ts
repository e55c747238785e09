"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Kind } from "@/lib/shared/history";
import { textChanges } from "@/lib/shared/revision-texts";
import { readRevision } from "./api";
import { type Diff, diffOf } from "./diff";
import { wordsOf } from "./trouble";

export type VersionChange = { title: string; isProse: boolean; diff: Diff };

/** What a thing is before and after a change, each as the content of a revision; null where it is not there. */
export type Contents = { before: unknown; after: unknown };
type Known = { key: string; contents?: Contents; problem?: string };

/**
 * Everything that differs between two contents of a thing, part by part; undefined until they have been read. With another
 * `stamp` they are read again.
 */
export function useChangesOf(kind: Kind, read: (signal: AbortSignal) => Promise<Contents>, stamp: string) {
  const [known, setKnown] = useState<Known>();
  const [attempt, setAttempt] = useState(0);
  const key = `${attempt} ${stamp}`;
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const left = new AbortController();
    latest.current(left.signal).then(
      (contents) => !left.signal.aborted && setKnown({ key, contents }),
      (error) => !left.signal.aborted && setKnown({ key, problem: wordsOf(error) }),
    );
    return () => left.abort();
  }, [key]);

  const now = known?.key === key ? known : undefined;
  const contents = now?.contents;
  const changes = useMemo(() => contents && changesOf(kind, contents), [kind, contents]);
  const again = useCallback(() => setAttempt((before) => before + 1), []);
  return { changes, problem: now?.problem, again };
}

/** The same between two versions. Where one of the two is missing, the thing was not there. */
export function useVersionChanges(
  kind: Kind,
  beforeId: string | undefined,
  afterId: string | undefined,
  stamp = "",
) {
  const read = async (signal: AbortSignal): Promise<Contents> => {
    const [before, after] = await Promise.all([contentOf(beforeId, signal), contentOf(afterId, signal)]);
    return { before, after };
  };
  return useChangesOf(kind, read, `${beforeId} ${afterId} ${stamp}`);
}

/** The content of a version; null without one. */
export const contentOf = async (id: string | undefined, signal?: AbortSignal): Promise<unknown> =>
  id === undefined ? null : (await readRevision(id, signal)).content;

export const changesOf = (kind: Kind, { before, after }: Contents): VersionChange[] =>
  textChanges(kind, before, after).map(({ title, isProse, before, text }) => ({
    title,
    isProse,
    diff: diffOf(before, text),
  }));
