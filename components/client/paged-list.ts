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
  /** What it is a list of; with another key it is another list. */
  key: Key;
  read: (cursor: string | undefined, signal?: AbortSignal) => Promise<Page<Item>>;
  idOf: IdOf<Item>;
  outdatedBy: (change: string) => boolean;
  /** What fitted before stands there until what fits now has come. */
  keepsPrevious?: boolean;
  /** Where no event tells of some changes: read again whenever it comes into sight, too. */
  isReadOnSight?: boolean;
  /** After a failure it is asked again by itself until that goes well. */
  isPersistent?: boolean;
  /** It begins anew whenever it is shown again. */
  isForgotten?: boolean;
};

type ListOptionsOf<Item, List extends Page<Item>> = ListOptions<Item> & {
  /** What the page came with, where that is this list. */
  known?: List;
  /** What the list is once its first page has been read again. */
  join: (before: List | undefined, first: Page<Item>) => List;
};

/** The way to what lies below in a list. */
export type Older = {
  /** While a page is on its way it does nothing. */
  load: (onError?: (error: Error) => void) => void;
  isBusy: boolean;
  /** Why the last page did not come. */
  error: Error | null;
};

/**
 * A list with a cursor: its first page, kept up with what changes, and the pages below it that were asked for. Not an
 * infinite query, which at each change reads every page again, and gives up the one that is on its way.
 */
export function usePagedListOf<Item, List extends Page<Item>>(options: ListOptionsOf<Item, List>) {
  const { read, idOf, outdatedBy, known, join, keepsPrevious, isReadOnSight, isPersistent, isForgotten } =
    options;
  const key = useStable(options.key);
  const client = useQueryClient();
  const query = useQuery<List>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const first = await read(undefined, signal);
      return join(client.getQueryData<List>(key), first);
    },
    initialData: known,
    placeholderData: keepsPrevious ? (before) => keepPreviousData(before) : undefined,
    meta: { outdatedBy },
    ...(isForgotten && { gcTime: 0 }),
    refetchOnMount: isReadOnSight ? "always" : true,
    refetchOnWindowFocus: isReadOnSight ? "always" : true,
    refetchInterval: ({ state }) => (isPersistent && state.status === "error" ? AGAIN_MS : false),
  });
  useNewerKnown(key, known, join);
  const older = useOlder(key, query.isPlaceholderData ? undefined : query.data?.nextCursor, { read, idOf });
  const update = useCallback(
    (change: (before: List) => List) => client.setQueryData<List>(key, (before) => before && change(before)),
    [client, key],
  );
  return {
    list: query.data,
    error: query.error,
    /** What is there is what fitted before. */
    isPrevious: query.isPlaceholderData,
    reload: query.refetch,
    update,
    /** Undefined at the end of the list. */
    older,
  };
}

/** What the server has drawn the page with since is newer than what was read before. */
function useNewerKnown<Item, List extends Page<Item>>(
  key: Key,
  known: List | undefined,
  join: ListOptionsOf<Item, List>["join"],
): void {
  const client = useQueryClient();
  const last = useRef(known);
  const takeIn = useEffectEvent((list: List) => {
    // The same again: it was another list for a while.
    if (share(last.current, list) === last.current) return;
    last.current = list;
    client.setQueryData<List>(key, (before) => join(before, list));
  });
  useEffect(() => {
    if (known) takeIn(known);
  }, [known]);
}

/** The same where the first page just joins what is below it. */
export const usePagedList = <Item>(options: ListOptions<Item> & { known?: Page<Item> }) =>
  usePagedListOf<Item, Page<Item>>({
    ...options,
    join: (before, first) => joined(before, first, options.idOf),
  });

/** The way to what lies below a cursor; it ends up in the list of its key, also when another one is shown by then. */
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
 * The first page, read again, and what is known below it: what stood within the page and is gone from it is gone. Where
 * nothing of the page was known there is a gap between the two, and the page is all.
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
