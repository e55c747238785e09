"use client";

import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import {
  type ConversationChange,
  changeConversation,
  deleteConversation,
  listConversations,
  restoreConversation,
} from "@/components/client/conversations";
import { componentOf, historyOf } from "@/components/client/events";
import { type Page, usePagedList } from "@/components/client/paged-list";
import { ApiError } from "@/components/client/request";
import type { Summaries, Summary } from "@/lib/shared/chat/contract";

const LIST = ["conversations"] as const;
const CHANGE = ["conversations", "change"] as const;
const DELETE = ["conversations", "delete"] as const;

/** Local changes that the server has not confirmed. */
type Edit = Partial<Pick<Summary, "title" | "pinned">>;
type Change = { id: string; edit: Edit };

export const isAboutList = (change: string): boolean => !(componentOf(change) ?? historyOf(change));
const idOf = ({ id }: Summary): string => id;
const pageOf = ({ conversations, nextCursor }: Summaries): Page<Summary> => ({
  items: conversations,
  ...(nextCursor && { nextCursor }),
});

export function useConversations(initial: Summaries) {
  const { list, error, older } = usePagedList({
    key: LIST,
    read: async (cursor, signal) => pageOf(await listConversations({ cursor, signal })),
    idOf,
    outdatedBy: isAboutList,
    initial: pageOf(initial),
    isPersistent: true,
  });
  const { edits, edit } = useConversationEdits();
  const { deleted, remove, restore } = useConversationDeletion();
  const conversations = useMemo(
    () =>
      (list?.items ?? [])
        .filter(({ id }) => !deleted.includes(id))
        .map((item) => (edits[item.id] ? { ...item, ...edits[item.id] } : item)),
    [list, deleted, edits],
  );
  const isLost = error !== null && !(error instanceof ApiError);
  return { conversations, edits, isLost, edit, remove, restore, older };
}

/**
 * Changes titles and pins optimistically. The promise rejects and the change is reverted if the server
 * rejects it.
 */
function useConversationEdits() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationKey: CHANGE,
    mutationFn: ({ id, edit }: Change) => changeConversation(id, edit satisfies ConversationChange),
    onSuccess: (_, { id, edit }) => {
      client.setQueryData<Page<Summary>>(
        LIST,
        (before) =>
          before && {
            ...before,
            items: before.items.map((item) => (item.id === id ? { ...item, ...edit } : item)),
          },
      );
    },
  });
  const pending = useMutationState({
    filters: { mutationKey: CHANGE, status: "pending" },
    select: ({ state }) => state.variables as Change,
  });
  const edits = useMemo(() => {
    const all: Record<string, Edit> = {};
    for (const { id, edit } of pending) all[id] = { ...all[id], ...edit };
    return all;
  }, [pending]);
  const edit = useCallback((id: string, edit: Edit) => mutateAsync({ id, edit }), [mutateAsync]);
  return { edits, edit };
}

function useConversationDeletion() {
  const client = useQueryClient();
  const { mutateAsync: remove } = useMutation({
    mutationKey: DELETE,
    mutationFn: deleteConversation,
    onSuccess: async (_, id) => {
      // A list request that started before the deletion would show the conversation again.
      await client.cancelQueries({ queryKey: LIST, exact: true });
      client.setQueryData<Page<Summary>>(
        LIST,
        (before) => before && { ...before, items: before.items.filter((item) => item.id !== id) },
      );
      void client.invalidateQueries({ queryKey: LIST, exact: true });
    },
  });
  const { mutateAsync: restore } = useMutation({
    mutationFn: restoreConversation,
    onSuccess: () => client.invalidateQueries({ queryKey: LIST, exact: true }),
  });
  const deleted = useMutationState({
    filters: { mutationKey: DELETE, status: "pending" },
    select: ({ state }) => state.variables as string,
  });
  return { deleted, remove, restore };
}
