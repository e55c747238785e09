"use client";

import {
  keepPreviousData,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { usePagedList } from "@/components/client/paged-list";
import { restoreLast } from "@/components/client/versions/deletion";
import { troubleText } from "@/components/client/versions/trouble";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import type { FactChange } from "@/lib/shared/memory/facts";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { changeFact, deleteFactForever, forgetFact, isAboutFacts, readFact, readFacts } from "./facts-api";
import { COUNTS } from "./use-counts";

export const FACTS = ["memory", "facts"] as const;
const CHANGE = ["memory", "change fact"] as const;
const FORGET = ["memory", "forget fact"] as const;
type Changed = { fact: FactView; change: FactChange };

/** Lists all facts, or only pinned ones, newest first. */
export function useFactList(pinned?: true) {
  const ahead = useAhead();
  const { list, error, older, reload } = usePagedList({
    key: [...FACTS, "list", pinned],
    read: (cursor, signal) => readFacts({ pinned, cursor }, signal),
    idOf: ({ id }: FactView) => id,
    outdatedBy: isAboutFacts,
    keepsPrevious: true,
  });
  const facts = useMemo(() => list && ahead(list.items), [list, ahead]);
  return { facts, error, older, reload: () => void reload() };
}

/** Loads the facts that exist, in the order of `ids`. `facts` is undefined while loading. */
export function useFactsOf(ids: readonly string[]) {
  const ahead = useAhead();
  const query = useQuery({
    queryKey: [...FACTS, "found", ...ids],
    queryFn: async ({ signal }) => (ids.length === 0 ? [] : (await readFacts({ ids }, signal)).items),
    placeholderData: keepPreviousData,
    meta: { outdatedBy: isAboutFacts },
    gcTime: 0,
  });
  const facts = useMemo(() => query.data && ahead(query.data), [query.data, ahead]);
  return { facts, error: query.error, reload: () => void query.refetch() };
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
  const renew = useCallback(
    () => Promise.all([FACTS, COUNTS].map((queryKey) => client.invalidateQueries({ queryKey }))),
    [client],
  );

  const { mutate: change } = useMutation({
    mutationKey: CHANGE,
    // Send changes in order.
    scope: { id: CHANGE.join() },
    mutationFn: ({ fact, change }: Changed) => changeFact(fact.id, change),
    onSuccess: (now) => client.setQueryData([...FACTS, "one", now.id], now),
    onError: (error) => void notifyProblem(t("factChangeError", { error: troubleText(error) })),
    // Wait for the refetch before the change counts as complete, so that the old value does not reappear.
    onSettled: renew,
  });

  const bringBack = useCallback(
    async (fact: Pick<FactView, "id">) => {
      void dismiss(noticeOf(fact));
      try {
        await restoreLast({ kind: "memory", name: fact.id });
        await renew();
      } catch (error) {
        void notifyProblem(t("factRestoreError", { error: troubleText(error) }), {
          action: { label: common("tryAgain"), onClick: () => void bringBack(fact) },
        });
      }
    },
    [renew],
  );

  const { mutate: deleteForever } = useMutation({
    mutationFn: ({ id }: FactView) => deleteFactForever(id),
    onSuccess: () => void notify(t("factDeleted")),
    onError: (error) => void notifyProblem(t("factDeleteError", { error: troubleText(error) })),
    onSettled: renew,
  });

  const { mutate: forget } = useMutation({
    mutationKey: FORGET,
    mutationFn: ({ id }: FactView) => forgetFact(id),
    onSuccess: (_, fact) =>
      void notify(t("forgotten"), {
        id: noticeOf(fact),
        action: { label: common("undo"), onClick: () => void bringBack(fact) },
        cancel: { label: t("deleteForGood"), onClick: () => deleteForever(fact) },
      }),
    onError: (error) => void notifyProblem(t("forgetError", { error: troubleText(error) })),
    onSettled: renew,
  });

  return {
    change: (fact: FactView, fields: FactChange, onSaved?: () => void) =>
      change({ fact, change: fields }, { onSuccess: onSaved }),
    pin: (fact: FactView, pinned: boolean) => change({ fact, change: { pinned } }),
    forget,
    bringBack,
    renew,
  };
}
export type FactActions = ReturnType<typeof useFactActions>;

const noticeOf = ({ id }: Pick<FactView, "id">): string => `forgotten-fact-${id}`;
