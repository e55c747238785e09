"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import type { Kind } from "@/lib/shared/history";
import { textChanges } from "@/lib/shared/revision-texts";
import { readRevision } from "./api";
import { type Diff, diffOf } from "./diff";
import { wordsOf } from "./trouble";

export type VersionChange = { title: string; isProse: boolean; diff: Diff };

type Contents = { before: unknown; after: unknown };
type Known = { key: string; contents?: Contents; problem?: string };

/**
 * Everything that differs between two versions of a thing, part by part; undefined until it has been read. Where one of
 * the two is missing, the thing was not there. With another `stamp` they are read again.
 */
export function useVersionChanges(
  kind: Kind,
  beforeId: string | undefined,
  afterId: string | undefined,
  stamp = "",
) {
  const [known, setKnown] = useState<Known>();
  const [attempt, setAttempt] = useState(0);
  const key = `${beforeId} ${afterId} ${attempt} ${stamp}`;
  useEffect(() => {
    const left = new AbortController();
    const content = async (id: string | undefined) =>
      id === undefined ? null : (await readRevision(id, left.signal)).content;
    Promise.all([content(beforeId), content(afterId)]).then(
      ([before, after]) => !left.signal.aborted && setKnown({ key, contents: { before, after } }),
      (error) => !left.signal.aborted && setKnown({ key, problem: wordsOf(error) }),
    );
    return () => left.abort();
  }, [beforeId, afterId, key]);

  const now = known?.key === key ? known : undefined;
  const contents = now?.contents;
  const changes = useMemo(() => contents && changesOf(kind, contents), [kind, contents]);
  const again = useCallback(() => setAttempt((before) => before + 1), []);
  return { changes, problem: now?.problem, again };
}

export const changesOf = (kind: Kind, { before, after }: Contents): VersionChange[] =>
  textChanges(kind, before, after).map(({ title, isProse, before, text }) => ({
    title,
    isProse,
    diff: diffOf(before, text),
  }));
