"use client";

import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { failureText } from "@/components/client/failure";
import { restoreLast } from "@/components/client/versions/deletion";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { changeItem, deleteItem, type Fired, type Item, isAboutJobs, readItems, runItem } from "./api";

const ITEMS = ["schedule", "items"] as const;
const TOGGLE = ["schedule", "toggle"] as const;
const DELETE = ["schedule", "delete"] as const;
const UNDO_MS = 10_000;

type Switched = { item: Item; enabled: boolean };

export function useItems() {
  const query = useQuery({
    queryKey: ITEMS,
    queryFn: ({ signal }) => readItems(signal),
    meta: { outdatedBy: isAboutJobs },
  });
  const switched = useMutationState({
    filters: { mutationKey: TOGGLE, status: "pending" },
    select: ({ state }) => state.variables as Switched,
  });
  const deleted = useMutationState({
    filters: { mutationKey: DELETE, status: "pending" },
    select: ({ state }) => (state.variables as Item).id,
  });
  const items = useMemo(
    () =>
      query.data
        ?.filter(({ id }) => !deleted.includes(id))
        .map((item) => {
          const change = switched.findLast((one) => one.item.id === item.id);
          return change ? { ...item, enabled: change.enabled } : item;
        }),
    [query.data, switched, deleted],
  );
  return { items, error: query.error, reload: () => void query.refetch() };
}

export function useItemActions() {
  const client = useQueryClient();
  const renew = useCallback(() => client.invalidateQueries({ queryKey: ["schedule"] }), [client]);

  const { mutate: toggle } = useMutation({
    mutationKey: TOGGLE,
    // Send changes of a switch in order.
    scope: { id: TOGGLE.join() },
    mutationFn: ({ item, enabled }: Switched) => changeItem(item, { enabled }),
    onSuccess: (now) => keep(client, now),
    onError: (error, { item }) =>
      void notifyProblem(t("notChanged", { name: item.name, error: failureText(error) })),
    onSettled: renew,
  });

  const {
    mutate: run,
    variables: running,
    isPending,
  } = useMutation({
    mutationFn: (item: Fired & { name: string }) => runItem(item),
    onSuccess: (_, { name }) => void notify(t("isStarting", { name })),
    onError: (error, { name }) => void notifyProblem(t("notStarted", { name, error: failureText(error) })),
    onSettled: renew,
  });

  const bringBack = useCallback(
    async (item: Item) => {
      void dismiss(noticeOf(item));
      try {
        await restoreLast({ kind: "job", name: item.id });
        await renew();
      } catch (error) {
        void notifyProblem(t("notRestored", { name: item.name, error: failureText(error) }), {
          action: { label: common("tryAgain"), onClick: () => void bringBack(item) },
        });
      }
    },
    [renew],
  );
  const { mutate: remove } = useMutation({
    mutationKey: DELETE,
    mutationFn: (item: Item) => deleteItem(item),
    onSuccess: (_, item) => {
      client.setQueryData<Item[]>(ITEMS, (before) => before?.filter(({ id }) => id !== item.id));
      void notify(calendarText("deleted", { name: item.name }), {
        id: noticeOf(item),
        duration: UNDO_MS,
        action: { label: common("undo"), onClick: () => void bringBack(item) },
      });
    },
    onError: (error, item) =>
      void notifyProblem(t("notDeleted", { name: item.name, error: failureText(error) }), {
        action: { label: common("tryAgain"), onClick: () => remove(item) },
      }),
    onSettled: renew,
  });

  return {
    toggle: (item: Item, enabled: boolean) => toggle({ item, enabled }),
    run,
    /** Id of the item for which the user requested a run that has not started yet. */
    runs: isPending ? running.id : undefined,
    remove,
  };
}
export type ItemActions = ReturnType<typeof useItemActions>;

export function useKeepItem() {
  const client = useQueryClient();
  return useCallback(
    (item: Item) => {
      keep(client, item);
      void client.invalidateQueries({ queryKey: ["schedule"] });
    },
    [client],
  );
}

function keep(client: ReturnType<typeof useQueryClient>, item: Item): void {
  client.setQueryData<Item[]>(ITEMS, (before) => {
    if (!before) return before;
    const isLoaded = before.some(({ id }) => id === item.id);
    return isLoaded ? before.map((one) => (one.id === item.id ? item : one)) : [...before, item];
  });
}

const noticeOf = ({ id }: Item): string => `deleted-job-${id}`;
