"use client";

import { useCallback } from "react";
import { joined, type Page, usePagedListOf } from "@/components/client/paged-list";

/** `news` is the newest page, if it contains items that the list does not show yet. */
type List<T> = Page<T> & { news?: Page<T> };

type AuditListProps<T> = {
  key: string;
  /** The first page, rendered by the server. */
  initial: { key: string; page: Page<T> };
  read: (cursor?: string, signal?: AbortSignal) => Promise<Page<T>>;
  idOf: (item: T) => string;
};

/** Any change may come from a run of the agent that made calls. */
const always = (): boolean => true;

/**
 * Loads items newest first. Updates shown items in place. Shows new items only when the user asks for them,
 * so that the list does not move while the user reads.
 */
export function useAuditList<T>({ key, initial, read, idOf }: AuditListProps<T>) {
  const { list, error, reload, update, older } = usePagedListOf<T, List<T>>({
    key: ["audit", key],
    read,
    idOf,
    outdatedBy: always,
    initial: initial.key === key ? initial.page : undefined,
    join: (before, first) => renewed(before, first, idOf),
    // Requests from the user's own clicks emit no event, so refetch when the list becomes visible.
    isReadOnSight: true,
    // Do not cache the list, so that users who return to the page see the newest items at once.
    isForgotten: true,
  });
  const showNews = useCallback(
    () => update(({ news, ...list }) => (news ? joined(list, news, idOf) : list)),
    [update, idOf],
  );
  return {
    items: list?.items,
    error: list ? null : error,
    news: list?.news && newsOf(list, list.news, idOf),
    showNews,
    reload,
    older,
  };
}

/** Updates the known items from a new first page. Keeps new items as `news`, unless the list was empty. */
export function renewed<T>(before: List<T> | undefined, first: Page<T>, idOf: (item: T) => string): List<T> {
  if (!before || before.items.length === 0) return first;
  const now = new Map(first.items.map((item) => [idOf(item), item]));
  const shownIds = new Set(before.items.map(idOf));
  const hasNews = first.items.some((item) => !shownIds.has(idOf(item)));
  return {
    items: before.items.map((item) => now.get(idOf(item)) ?? item),
    nextCursor: before.nextCursor,
    news: hasNews ? first : undefined,
  };
}

/** Counts the new items. `isMore` is true if there may be more than the first page contains. */
function newsOf<T>({ items }: List<T>, news: Page<T>, idOf: (item: T) => string) {
  const shownIds = new Set(items.map(idOf));
  const count = news.items.filter((item) => !shownIds.has(idOf(item))).length;
  return { count, isMore: count === news.items.length && news.nextCursor !== undefined };
}
