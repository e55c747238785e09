"use client";

import { hashKey, keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import { share } from "@/lib/shared/chat/share";

export type Page<Item> = { items: readonly Item[]; nextCursor?: string };

const AGAIN_MS = 2_000;

type Key = readonly unknown[];
type IdOf<Item> = (item: Item) => string;

type ListOptions<Item> = {
  key: Key;
  read: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page<Item>>;
  idOf: IdOf<Item>;
  outdatedBy: (change: string) => boolean;
  keepsPrevious?: boolean;
  /**
   * Refetches whenever the list mounts or the tab becomes visible. Use it if some changes of the list emit no
   * event.
   */
  isReadOnSight?: boolean;
  isPersistent?: boolean;
  isForgotten?: boolean;
};

type ListOptionsOf<Item, List extends Page<Item>> = ListOptions<Item> & {
  /** The list that the page was rendered with. */
  initial?: List;
  join: (before: List | undefined, first: Page<Item>) => List;
};

export type Older = {
  /** Does nothing while a page is loading. */
  load: (onError?: (error: Error) => void) => void;
  isBusy: boolean;
  error: Error | null;
};

/**
 * Loads a cursor-based list: the first page is refetched on changes, further pages load on request. An
 * infinite query would refetch every page on each change and cancel a page that is loading.
 */
export function usePagedListOf<Item, List extends Page<Item>>(options: ListOptionsOf<Item, List>) {
  const { read, idOf, outdatedBy, initial, join, keepsPrevious, isReadOnSight, isPersistent, isForgotten } =
    options;
  const key = useStable(options.key);
  const client = useQueryClient();
  const query = useQuery<List>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const first = await read(undefined, signal);
      return join(client.getQueryData<List>(key), first);
    },
    initialData: initial,
    placeholderData: keepsPrevious ? (before) => keepPreviousData(before) : undefined,
    meta: { outdatedBy },
    ...(isForgotten && { gcTime: 0 }),
    refetchOnMount: isReadOnSight ? "always" : true,
    refetchOnWindowFocus: isReadOnSight ? "always" : true,
    refetchInterval: ({ state }) => (isPersistent && state.status === "error" ? AGAIN_MS : false),
  });
  useNewerInitial(key, initial, join);
  const older = useOlder(key, query.isPlaceholderData ? undefined : query.data?.nextCursor, { read, idOf });
  const update = useCallback(
    (change: (before: List) => List) => client.setQueryData<List>(key, (before) => before && change(before)),
    [client, key],
  );
  return {
    list: query.data,
    error: query.error,
    /** True while `list` still belongs to the previous key. */
    isPrevious: query.isPlaceholderData,
    reload: query.refetch,
    update,
    /** Undefined at the end of the list. */
    older,
  };
}

/** Merges a new `initial` list into the cached one. The server has just rendered it, so its items are newer. */
function useNewerInitial<Item, List extends Page<Item>>(
  key: Key,
  initial: List | undefined,
  join: ListOptionsOf<Item, List>["join"],
): void {
  const client = useQueryClient();
  const last = useRef(initial);
  const takeIn = useEffectEvent((list: List) => {
    // Do not merge a list that is a new object with the same content.
    if (share(last.current, list) === last.current) return;
    last.current = list;
    client.setQueryData<List>(key, (before) => join(before, list));
  });
  useEffect(() => {
    if (initial) takeIn(initial);
  }, [initial]);
}

export const usePagedList = <Item>(options: ListOptions<Item> & { initial?: Page<Item> }) =>
  usePagedListOf<Item, Page<Item>>({
    ...options,
    join: (before, first) => joined(before, first, options.idOf),
  });

/**
 * Loads the pages below `cursor`. Stores each page under the key that it was requested for, even if the user
 * has switched to another list in the meantime.
 */
function useOlder<Item>(
  key: Key,
  cursor: string | undefined,
  { read, idOf }: Pick<ListOptions<Item>, "read" | "idOf">,
) {
  const client = useQueryClient();
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: ({ cursor }: { key: Key; cursor: string }) => read(cursor),
    onSuccess: (page, { key, cursor }) => {
      client.setQueryData<Page<Item>>(key, (before) =>
        before?.nextCursor === cursor ? withOlder(before, page, idOf) : before,
      );
    },
  });
  const isMine = variables?.cursor === cursor && hashKey(variables?.key ?? []) === hashKey(key);
  const isBusy = isMine && isPending;
  const problem = isMine ? error : null;
  return useMemo((): Older | undefined => {
    if (cursor === undefined) return undefined;
    return {
      load: (onError) => !isBusy && mutate({ key, cursor }, { onError }),
      isBusy,
      error: problem,
    };
  }, [mutate, key, cursor, isBusy, problem]);
}

/**
 * Merges a refetched first page with the known items below it. Drops known items that should be in the range
 * of the page but are missing. If the page contains no known item, items between the page and the known ones
 * may be missing, so returns only the page.
 */
export function joined<Item>(
  before: Page<Item> | undefined,
  first: Page<Item>,
  idOf: IdOf<Item>,
): Page<Item> {
  if (!before || first.nextCursor === undefined) return first;
  const there = new Set(first.items.map(idOf));
  const places = new Map(before.items.map((item, at) => [idOf(item), at]));
  const edge = first.items.findLast((item) => places.has(idOf(item)));
  if (edge === undefined) return first;
  const below = before.items
    .slice((places.get(idOf(edge)) ?? 0) + 1)
    .filter((item) => !there.has(idOf(item)));
  return below.length === 0
    ? first
    : { ...first, items: [...first.items, ...below], nextCursor: before.nextCursor };
}

function withOlder<Item, List extends Page<Item>>(before: List, older: Page<Item>, idOf: IdOf<Item>): List {
  const there = new Set(before.items.map(idOf));
  const items = [...before.items, ...older.items.filter((item) => !there.has(idOf(item)))];
  return { ...before, items, nextCursor: older.nextCursor };
}
