"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useChanges } from "@/components/client/changes";
import { historyOf } from "@/components/client/events";
import { wordsOf } from "@/components/versions/trouble";
import type { Revision } from "@/lib/shared/history";
import { readVersions } from "./api";

const SETTLE_MS = 150;

type Known = {
  /** Of what, and how often it had changed by then. */
  key: string;
  versions: readonly Revision[];
  cursor: string | undefined;
};

/**
 * The versions of a thing from the newest down to the one that was live before `revision`, kept up with what changes;
 * older ones on request.
 */
export function useThingVersions({ kind, name, version }: Revision) {
  const listen = useChanges();
  const [known, setKnown] = useState<Known>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((before) => before + 1), []);
  const key = `${kind} ${name} ${attempt}`;
  const latest = useRef(known);
  latest.current = known;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen((change) => {
      const changed = change === null ? { kind, name } : historyOf(change);
      if (changed?.kind !== kind || changed.name !== name) return;
      clearTimeout(timer);
      timer = setTimeout(again, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [listen, kind, name, again]);

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
    again,
    loadOlder: cursor === undefined ? undefined : loadOlder,
  };
}

/** The one that was live before a version. */
export const liveBefore = (versions: readonly Revision[], version: number): Revision | undefined =>
  versions.find((one) => one.live && one.version < version);

const isDeepEnough = ({ versions, cursor }: Omit<Known, "key">, version: number): boolean =>
  cursor === undefined || liveBefore(versions, version) !== undefined;
