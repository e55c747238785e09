"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useChanges } from "@/components/client/changes";
import { wordsOf } from "@/components/settings/api";
import type { AuditPage } from "./api";

const SETTLE_MS = 500;

type List<T> = {
  /** What it is a list of. */
  key: string;
  items: readonly T[];
  cursor: string | undefined;
  /** The newest page, where something in it is not among the items yet. */
  news: AuditPage<T> | undefined;
};

type AuditListProps<T> = {
  key: string;
  /** The first page, with which the page came. */
  known: { key: string; page: AuditPage<T> };
  read: (cursor?: string, signal?: AbortSignal) => Promise<AuditPage<T>>;
  idOf: (item: T) => string;
};

/**
 * The newest of something, older on request. What is there follows what changes, and what is new waits until it is asked
 * for, so that nothing moves under the reader's eyes.
 */
export function useAuditList<T>({ key, known, read, idOf }: AuditListProps<T>) {
  const [list, setList] = useState<List<T>>(() => startOf(known.key, known.page));
  const [problem, setProblem] = useState<{ key: string; words: string }>();
  const [olderProblem, setOlderProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isThere = list.key === key;
  const tools = useRef({ read, idOf });
  tools.current = { read, idOf };

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setOlderProblem(undefined);
      try {
        const page = await tools.current.read(undefined, signal);
        if (signal?.aborted) return;
        setList((before) =>
          before.key === key ? renewed(before, page, tools.current.idOf) : startOf(key, page),
        );
        setProblem(undefined);
      } catch (error) {
        if (!signal?.aborted) setProblem({ key, words: wordsOf(error) });
      }
    },
    [key],
  );

  const isFirst = useRef(known.key);
  useEffect(() => {
    // What the page came with need not be asked for again.
    const isKnown = isFirst.current === key;
    isFirst.current = "";
    if (isKnown) return;
    const left = new AbortController();
    void load(left.signal);
    return () => left.abort();
  }, [key, load]);

  useAnyChange(load);

  const { cursor } = list;
  const loadOlder = useCallback(async () => {
    setIsBusy(true);
    setOlderProblem(undefined);
    try {
      const page = await tools.current.read(cursor);
      setList((before) =>
        before.key === key && before.cursor === cursor ? withOlder(before, page, tools.current.idOf) : before,
      );
    } catch (error) {
      setOlderProblem(wordsOf(error));
    } finally {
      setIsBusy(false);
    }
  }, [key, cursor]);

  return {
    /** Undefined until they are there. */
    items: isThere ? list.items : undefined,
    problem: !isThere && problem?.key === key ? problem.words : undefined,
    news: isThere && list.news ? newsOf(list, list.news, idOf) : undefined,
    showNews: () => setList((before) => (before.news ? joined(before, before.news, idOf) : before)),
    reload: () => void load(),
    loadOlder: isThere && cursor !== undefined ? loadOlder : undefined,
    isBusy,
    olderProblem,
  };
}

/** Also when the tab is looked at again: of what the person's own clicks send, nobody tells. */
function useAnyChange(load: (signal: AbortSignal) => Promise<void>): void {
  const listen = useChanges();
  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void load(left.signal), SETTLE_MS);
    };
    const stop = listen(soon);
    const onVisible = () => document.visibilityState === "visible" && soon();
    document.addEventListener("visibilitychange", onVisible, { signal: left.signal });
    return () => {
      clearTimeout(timer);
      left.abort();
      stop();
    };
  }, [listen, load]);
}

const startOf = <T>(key: string, { items, nextCursor }: AuditPage<T>): List<T> => ({
  key,
  items,
  cursor: nextCursor,
  news: undefined,
});

/** What is known as it is now; what is not waits, unless there is nothing that it could move. */
function renewed<T>(before: List<T>, page: AuditPage<T>, idOf: (item: T) => string): List<T> {
  if (before.items.length === 0) return startOf(before.key, page);
  const now = new Map(page.items.map((item) => [idOf(item), item]));
  const known = new Set(before.items.map(idOf));
  const hasNews = page.items.some((item) => !known.has(idOf(item)));
  return {
    ...before,
    items: before.items.map((item) => now.get(idOf(item)) ?? item),
    news: hasNews ? page : undefined,
  };
}

/** How many have come, and whether there are more than could be counted. */
function newsOf<T>({ items }: List<T>, news: AuditPage<T>, idOf: (item: T) => string) {
  const known = new Set(items.map(idOf));
  const count = news.items.filter((item) => !known.has(idOf(item))).length;
  return { count, isMore: count === news.items.length && news.nextCursor !== undefined };
}

/** The newest page and what is below it; where there is a gap between the two, the page alone. */
function joined<T>({ key, items, cursor }: List<T>, page: AuditPage<T>, idOf: (item: T) => string): List<T> {
  const there = new Set(page.items.map(idOf));
  if (!items.some((item) => there.has(idOf(item)))) return startOf(key, page);
  const below = items.filter((item) => !there.has(idOf(item)));
  return {
    key,
    items: [...page.items, ...below],
    cursor: below.length > 0 ? cursor : page.nextCursor,
    news: undefined,
  };
}

function withOlder<T>(before: List<T>, page: AuditPage<T>, idOf: (item: T) => string): List<T> {
  const there = new Set(before.items.map(idOf));
  const items = [...before.items, ...page.items.filter((item) => !there.has(idOf(item)))];
  return { ...before, items, cursor: page.nextCursor };
}
