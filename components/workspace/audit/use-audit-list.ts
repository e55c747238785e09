"use client";

import { useCallback } from "react";
import { joined, type Page, usePagedListOf } from "@/components/client/paged-list";

/** With the newest page, where something in it is not among the items yet. */
type List<T> = Page<T> & { news?: Page<T> };

type AuditListProps<T> = {
  key: string;
  /** The first page, with which the page came. */
  known: { key: string; page: Page<T> };
  read: (cursor?: string, signal?: AbortSignal) => Promise<Page<T>>;
  idOf: (item: T) => string;
};

/** Whatever changes, the agent may have called something for it. */
const always = (): boolean => true;

/**
 * The newest of something, older on request. What is there follows what changes, and what is new waits until it is asked
 * for, so that nothing moves under the reader's eyes.
 */
export function useAuditList<T>({ key, known, read, idOf }: AuditListProps<T>) {
  const { list, error, reload, update, older } = usePagedListOf<T, List<T>>({
    key: ["audit", key],
    read,
    idOf,
    outdatedBy: always,
    known: known.key === key ? known.page : undefined,
    join: (before, first) => renewed(before, first, idOf),
    // Of what the person's own clicks send, nobody tells.
    isReadOnSight: true,
    // Who comes back sees the newest at once.
    isForgotten: true,
  });
  const showNews = useCallback(
    () => update(({ news, ...list }) => (news ? joined(list, news, idOf) : list)),
    [update, idOf],
  );
  return {
    /** Undefined until they are there. */
    items: list?.items,
    error: list ? null : error,
    news: list?.news && newsOf(list, list.news, idOf),
    showNews,
    reload,
    older,
  };
}

/** What is known as it is now; what is not waits, unless there is nothing that it could move. */
export function renewed<T>(before: List<T> | undefined, first: Page<T>, idOf: (item: T) => string): List<T> {
  if (!before || before.items.length === 0) return first;
  const now = new Map(first.items.map((item) => [idOf(item), item]));
  const known = new Set(before.items.map(idOf));
  const hasNews = first.items.some((item) => !known.has(idOf(item)));
  return {
    items: before.items.map((item) => now.get(idOf(item)) ?? item),
    nextCursor: before.nextCursor,
    news: hasNews ? first : undefined,
  };
}

/** How many have come, and whether there are more than could be counted. */
function newsOf<T>({ items }: List<T>, news: Page<T>, idOf: (item: T) => string) {
  const known = new Set(items.map(idOf));
  const count = news.items.filter((item) => !known.has(idOf(item))).length;
  return { count, isMore: count === news.items.length && news.nextCursor !== undefined };
}
