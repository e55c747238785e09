"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useChanges } from "@/components/client/changes";
import { historyOf } from "@/components/client/events";
import { wordsOf } from "@/components/versions/trouble";
import type { Gist } from "@/lib/shared/gist";
import type { Revision } from "@/lib/shared/history";
import { type Filter, readTimeline, type TimelinePage } from "./api";

const SETTLE_MS = 150;

type Timeline = {
  /** What it is a list of. */
  key: string;
  revisions: readonly Revision[];
  gists: ReadonlyMap<string, Gist>;
  cursor: string | undefined;
};

const keyOf = ({ kind, name, author }: Filter) => JSON.stringify([kind, name, author]);

/** The newest versions of what `filter` names, kept up with what changes; older ones on request. */
export function useTimeline(filter: Filter, known: TimelinePage & { filter: Filter }) {
  const { kind, name, author } = filter;
  const key = keyOf(filter);
  const listen = useChanges();
  const [timeline, setTimeline] = useState(() => withPage(undefined, keyOf(known.filter), known));
  const [problem, setProblem] = useState<{ key: string; words: string }>();
  const isThere = timeline.key === key;
  const isKnown = useRef(keyOf(known.filter));

  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const page = await readTimeline({ kind, name, author }, undefined, signal);
        if (signal?.aborted) return;
        setTimeline((before) => withPage(before, keyOf({ kind, name, author }), page));
        setProblem(undefined);
      } catch (error) {
        if (!signal?.aborted) setProblem({ key: keyOf({ kind, name, author }), words: wordsOf(error) });
      }
    },
    [kind, name, author],
  );

  useEffect(() => {
    // What the page came with need not be asked for again.
    const isFirst = isKnown.current === keyOf({ kind, name, author });
    isKnown.current = "";
    if (isFirst) return;
    const left = new AbortController();
    void load(left.signal);
    return () => left.abort();
  }, [load, kind, name, author]);

  useEffect(() => {
    let left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = listen((change) => {
      const changed = change === null ? null : historyOf(change);
      if (changed === undefined) return;
      if (changed && ((kind && kind !== changed.kind) || (name !== undefined && name !== changed.name)))
        return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        left.abort();
        left = new AbortController();
        void load(left.signal);
      }, SETTLE_MS);
    });
    return () => {
      clearTimeout(timer);
      left.abort();
      stop();
    };
  }, [listen, load, kind, name]);

  const { cursor } = timeline;
  const loadOlder = useCallback(async () => {
    const page = await readTimeline({ kind, name, author }, cursor);
    setTimeline((before) =>
      before.key === keyOf({ kind, name, author }) && before.cursor === cursor
        ? withOlder(before, page)
        : before,
    );
  }, [kind, name, author, cursor]);

  return {
    revisions: isThere ? timeline.revisions : undefined,
    gists: timeline.gists,
    problem: problem?.key === key && !isThere ? problem.words : undefined,
    load,
    loadOlder: isThere && cursor !== undefined ? loadOlder : undefined,
  };
}

/** With its first page as it is now; what was loaded below stays, unless there is a gap between the two. */
function withPage(before: Timeline | undefined, key: string, page: TimelinePage): Timeline {
  const there = new Set(page.revisions.map(({ id }) => id));
  const isJoined = before?.key === key && before.revisions.some(({ id }) => there.has(id));
  const below = isJoined ? before.revisions.filter(({ id }) => !there.has(id)) : [];
  return {
    key,
    revisions: [...page.revisions, ...below],
    gists: new Map([...(before?.gists ?? []), ...page.gists.map((gist) => [gist.id, gist] as const)]),
    cursor: below.length > 0 ? before?.cursor : page.nextCursor,
  };
}

function withOlder(before: Timeline, page: TimelinePage): Timeline {
  const there = new Set(before.revisions.map(({ id }) => id));
  return {
    ...before,
    revisions: [...before.revisions, ...page.revisions.filter(({ id }) => !there.has(id))],
    gists: new Map([...before.gists, ...page.gists.map((gist) => [gist.id, gist] as const)]),
    cursor: page.nextCursor,
  };
}
