"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { wordsOf } from "@/components/versions/trouble";
import type { Revision } from "@/lib/shared/history";
import { readVersions } from "./api";

type Known = {
  /** Of what, and with which as the newest. */
  key: string;
  versions: readonly Revision[];
  cursor: string | undefined;
};

/**
 * The versions of a thing from the newest down to the one that was live before `revision`, and older ones on request.
 * `newest` is the newest that is known of: where another one came, they are read again.
 */
export function useThingVersions({ kind, name, version }: Revision, newest: string | undefined) {
  const [known, setKnown] = useState<Known>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const key = `${kind} ${name} ${newest} ${attempt}`;
  const latest = useRef(known);
  latest.current = known;

  useEffect(() => {
    const has = latest.current;
    if (has?.key === key && isDeepEnough(has, version)) return;
    const left = new AbortController();
    const { signal } = left;
    const read = async () => {
      let cursor: string | undefined;
      const versions: Revision[] = [];
      do {
        const page = await readVersions({ kind, name }, cursor, signal);
        versions.push(...page.revisions);
        cursor = page.nextCursor;
      } while (!isDeepEnough({ versions, cursor }, version));
      setKnown({ key, versions, cursor });
    };
    setProblem(undefined);
    read().catch((error) => !signal.aborted && setProblem(wordsOf(error)));
    return () => left.abort();
  }, [kind, name, version, key]);

  // Those of before another one came will do until it has been read.
  const isSame = known?.versions.some((one) => one.kind === kind && one.name === name);
  const mine = isSame && known && isDeepEnough(known, version) ? known : undefined;
  const cursor = mine?.cursor;
  const loadOlder = useCallback(async () => {
    const page = await readVersions({ kind, name }, cursor);
    setKnown((before) =>
      before && before.cursor === cursor
        ? { ...before, versions: [...before.versions, ...page.revisions], cursor: page.nextCursor }
        : before,
    );
  }, [kind, name, cursor]);

  return {
    versions: mine?.versions,
    problem,
    again: useCallback(() => setAttempt((before) => before + 1), []),
    loadOlder: cursor === undefined ? undefined : loadOlder,
  };
}

/** The one that was live before a version. */
export const liveBefore = (versions: readonly Revision[], version: number): Revision | undefined =>
  versions.find((one) => one.live && one.version < version);

const isDeepEnough = ({ versions, cursor }: Omit<Known, "key">, version: number): boolean =>
  cursor === undefined || liveBefore(versions, version) !== undefined;
