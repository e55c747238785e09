"use client";

import { useCallback } from "react";
import { joined, type Page, usePagedListOf } from "@/components/client/paged-list";

/** `news`: the newest page, if it contains items that the list does not show. */
type List<T> = Page<T> & { news?: Page<T> };

type AuditListProps<T> = {
  key: string;
  /** First page, delivered with the document. */
  initial: { key: string; page: Page<T> };
  read: (cursor?: string, signal?: AbortSignal) => Promise<Page<T>>;
  idOf: (item: T) => string;
};

/** The agent may have made a call with any change. */
const always = (): boolean => true;

/**
 * Loads items newest first. Shown items update in place; new items wait until requested, so that the list
 * does not move while the user reads.
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
    // Not cached, so that returning users see the newest items at once.
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

/** Updates the known items from a new first page. New items are kept as `news`, unless the list was empty. */
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

/** Counts new items; `isMore` if there are more than one page. */
function newsOf<T>({ items }: List<T>, news: Page<T>, idOf: (item: T) => string) {
  const shownIds = new Set(items.map(idOf));
  const count = news.items.filter((item) => !shownIds.has(idOf(item))).length;
  return { count, isMore: count === news.items.length && news.nextCursor !== undefined };
}
