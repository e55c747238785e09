"use client";

import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { SETTINGS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { jsonBody, request } from "@/components/client/request";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import {
  type ANSWERS,
  type Consolidation,
  type ConsolidationAnswer,
  consolidationAnswer,
} from "@/lib/shared/memory/consolidation";
import { isAboutFacts } from "./facts-api";
import { COUNTS } from "./use-counts";
import { FACTS } from "./use-facts";

export const CLEANUP_PATH = "/api/memory/consolidation";
export const CLEANUP = ["memory", "consolidation"] as const;
const SETTLE = ["memory", "settle consolidation"] as const;

/** `older` is the fact that a newer one replaces. */
type Settling = { id: string; settled: (typeof ANSWERS)[number]; older?: string };
export type Settle = (settling: Settling) => void;

const askCleanup = async (path: string, init: RequestInit = {}): Promise<ConsolidationAnswer> =>
  consolidationAnswer.parse(await (await request(path, init)).json());

/** Loads the setting of the nightly cleanup and its changes, without those that are being settled. */
export function useCleanup() {
  const { data, error, refetch } = useQuery({
    queryKey: CLEANUP,
    queryFn: ({ signal }) => askCleanup(CLEANUP_PATH, { signal }),
    meta: { outdatedBy: (change) => change === SETTINGS || isAboutFacts(change) },
  });
  const settling = useMutationState({
    filters: { mutationKey: SETTLE, status: "pending" },
    select: ({ state }) => (state.variables as Settling).id,
  });
  const changes = data?.changes.filter(({ id }) => !settling.includes(id));
  return {
    ...{ setting: data?.consolidation, error },
    changes: changes?.filter(({ kind }) => kind !== "contradiction") ?? [],
    contradictions: changes?.filter(({ kind }) => kind === "contradiction") ?? [],
    reload: () => void refetch(),
  };
}

/** Keeps or undoes a change, or keeps the newer of two facts that contradict each other. */
export function useSettle(onBringBack?: (fact: { id: string }) => void): Settle {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: SETTLE,
    scope: { id: CLEANUP.join() },
    mutationFn: ({ id, settled }: Settling) =>
      askCleanup(`${CLEANUP_PATH}/${id}`, { method: "PATCH", ...jsonBody({ settled }) }),
    onSuccess: (answer, { older }) => {
      client.setQueryData(CLEANUP, answer);
      if (older)
        void notify(t("replaced"), {
          action: { label: common("undo"), onClick: () => onBringBack?.({ id: older }) },
        });
      return Promise.all([FACTS, COUNTS].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error, { settled }) =>
      void notifyProblem(
        settled === "undone"
          ? t("notUndoneError", { error: failureText(error) })
          : t("notSavedError", { error: failureText(error) }),
      ),
  });
  return mutate;
}

/** The other fact of a contradiction, as one of the two facts sees it. */
export type Contradiction = { id: string; other: string; content: string; isNewer: boolean };

/** Returns the contradictions of each fact, by its id. */
export const useContradictionsOf = (contradictions: readonly Consolidation[]) =>
  useMemo(() => {
    const found = new Map<string, Contradiction[]>();
    for (const { id, facts } of contradictions)
      for (const fact of facts)
        for (const other of facts) {
          if (other.id === fact.id || other.now === null) continue;
          const isNewer = timeOf(fact) > timeOf(other);
          const contradiction = { id, other: other.id, content: other.now, isNewer };
          found.set(fact.id, [...(found.get(fact.id) ?? []), contradiction]);
        }
    return found;
  }, [contradictions]);

const timeOf = ({ updatedAt }: Consolidation["facts"][number]): number => Date.parse(updatedAt ?? "") || 0;
