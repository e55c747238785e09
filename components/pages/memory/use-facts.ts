"use client";

import {
  keepPreviousData,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useMemorySearch } from "@/components/client/memory-search";
import { usePagedList } from "@/components/client/paged-list";
import { restoreLast } from "@/components/client/versions/deletion";
import { troubleText } from "@/components/client/versions/trouble";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import type { FactChange } from "@/lib/shared/memory/facts";
import type { MemoryLayer } from "@/lib/shared/memory/memory";
import { MAX_RESULTS } from "@/lib/shared/memory/memory-search";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { changeFact, type FoundFact, forgetFact, isAboutFacts, readFact, readFacts } from "./facts-api";

const FACTS = ["memory", "facts"] as const;
const CHANGE = ["memory", "change fact"] as const;
const FORGET = ["memory", "forget fact"] as const;
const UNDO_MS = 10_000;

type Changed = { fact: FactView; change: FactChange };

export function useFactList(layer: MemoryLayer | undefined) {
  const ahead = useAhead();
  const pinned = useQuery({
    queryKey: [...FACTS, "pinned", layer],
    queryFn: ({ signal }) => readFacts({ layer, pinned: true }, signal),
    meta: { outdatedBy: isAboutFacts },
  });
  const { list, error, older, reload } = usePagedList({
    key: [...FACTS, "list", layer],
    read: (cursor, signal) => readFacts({ layer, pinned: false, cursor }, signal),
    idOf: ({ id }: FactView) => id,
    outdatedBy: isAboutFacts,
    keepsPrevious: true,
  });
  const facts = useMemo(
    () => (pinned.data && list ? ahead([...pinned.data.items, ...list.items]) : undefined),
    [pinned.data, list, ahead],
  );
  return {
    facts,
    error: error ?? pinned.error,
    older,
    reload: () => void Promise.all([reload(), pinned.refetch()]),
  };
}

/**
 * Searches facts, best match first, with the reasons for each match. `found` is undefined without a search
 * text and while loading.
 */
export function useFactSearch(text: string, layer: MemoryLayer | undefined) {
  const ahead = useAhead();
  const { results, error, again } = useMemorySearch(text, {
    ...{ domain: "facts", limit: MAX_RESULTS },
    outdatedBy: isAboutFacts,
  });
  const ids = results?.flatMap(({ memory_id }) => memory_id ?? []) ?? [];
  const facts = useQuery({
    queryKey: [...FACTS, "found", ...ids],
    queryFn: async ({ signal }) => (ids.length === 0 ? [] : (await readFacts({ ids }, signal)).items),
    enabled: results !== undefined,
    placeholderData: keepPreviousData,
    meta: { outdatedBy: isAboutFacts },
    gcTime: 0,
  });
  const found = useMemo(() => {
    if (!results || !facts.data) return undefined;
    const reasons = new Map(results.map((hit) => [hit.memory_id, hit.found_by]));
    return ahead(facts.data)
      .filter((fact) => layer === undefined || fact.layer === layer)
      .map((fact): FoundFact => ({ fact, foundBy: reasons.get(fact.id) ?? [] }));
  }, [results, facts.data, ahead, layer]);
  return { found, error: error ?? facts.error, reload: () => void Promise.all([again(), facts.refetch()]) };
}

export function useFact(id: string) {
  const query = useQuery({
    queryKey: [...FACTS, "one", id],
    queryFn: ({ signal }) => readFact(id, signal),
    meta: { outdatedBy: isAboutFacts },
  });
  const ahead = useAhead();
  const [fact] = useMemo(() => (query.data ? ahead([query.data]) : []), [query.data, ahead]);
  return { fact, error: query.error, reload: () => void query.refetch() };
}

function useAhead() {
  const changed = useMutationState({
    filters: { mutationKey: CHANGE, status: "pending" },
    select: ({ state }) => state.variables as Changed,
  });
  const forgotten = useMutationState({
    filters: { mutationKey: FORGET, status: "pending" },
    select: ({ state }) => (state.variables as FactView).id,
  });
  return useCallback(
    (facts: readonly FactView[]): FactView[] =>
      facts
        .filter(({ id }) => !forgotten.includes(id))
        .map((fact) => {
          const changes = changed.filter((one) => one.fact.id === fact.id);
          const parts = changes.map(({ change: { pinned, version: _, ...fields } }) => ({
            ...fields,
            ...(pinned !== undefined && { pinnedAt: pinned ? fact.updatedAt : null }),
          }));
          return Object.assign({ ...fact }, ...parts);
        }),
    [changed, forgotten],
  );
}

export function useFactActions() {
  const client = useQueryClient();
  const renew = useCallback(() => client.invalidateQueries({ queryKey: FACTS }), [client]);

  const { mutate: change } = useMutation({
    mutationKey: CHANGE,
    // Send changes in order.
    scope: { id: CHANGE.join() },
    mutationFn: ({ fact, change }: Changed) => changeFact(fact.id, change),
    onSuccess: (now) => client.setQueryData([...FACTS, "one", now.id], now),
    onError: (error) => void notifyProblem(`Could not change the fact. ${troubleText(error)}`),
    // Wait for the refetch before the change counts as complete, so that the old value does not reappear.
    onSettled: renew,
  });

  const bringBack = useCallback(
    async (fact: FactView) => {
      void dismiss(noticeOf(fact));
      try {
        await restoreLast({ kind: "memory", name: fact.id });
        await renew();
      } catch (error) {
        void notifyProblem(`Could not restore the fact. ${troubleText(error)}`, {
          action: { label: "Try again", onClick: () => void bringBack(fact) },
        });
      }
    },
    [renew],
  );

  const { mutate: forget } = useMutation({
    mutationKey: FORGET,
    mutationFn: ({ id }: FactView) => forgetFact(id),
    onSuccess: (_, fact) =>
      void notify("Forgotten. You can restore it for 30 days.", {
        id: noticeOf(fact),
        duration: UNDO_MS,
        action: { label: "Undo", onClick: () => void bringBack(fact) },
      }),
    onError: (error) => void notifyProblem(`Could not forget the fact. ${troubleText(error)}`),
    onSettled: renew,
  });

  return {
    change: (fact: FactView, fields: FactChange) => change({ fact, change: fields }),
    pin: (fact: FactView, pinned: boolean) => change({ fact, change: { pinned } }),
    forget,
    renew,
  };
}
export type FactActions = ReturnType<typeof useFactActions>;

const noticeOf = ({ id }: FactView): string => `forgotten-fact-${id}`;
