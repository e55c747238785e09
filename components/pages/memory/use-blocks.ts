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
import { type BlockKey, blockName } from "@/lib/shared/memory/memory";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import {
  type BlockFields,
  changeBlock,
  deleteBlock,
  isAboutBlocks,
  moveBlock,
  readBlock,
  readBlocks,
  readContextBlocks,
  readNamedBlocks,
} from "./api";
import { COUNTS } from "./use-counts";

const BLOCKS = ["memory", "blocks"] as const;
const CHANGE = ["memory", "change block"] as const;
const DELETE = ["memory", "delete block"] as const;
const UNDO_MS = 10_000;

type Changed = { block: BlockView; fields?: BlockFields; pinned?: boolean };

export function useContextBlocks() {
  const query = useQuery({
    queryKey: [...BLOCKS, "context"],
    queryFn: ({ signal }) => readContextBlocks(signal),
    meta: { outdatedBy: isAboutBlocks },
  });
  const ahead = useAhead();
  const blocks = useMemo(() => query.data && ahead(query.data).toSorted(inOrder), [query.data, ahead]);
  return { blocks, error: query.error, reload: () => void query.refetch() };
}

/** Loads the archive, or nothing unless `isWanted`: its texts are long. */
export function useArchive(isWanted = true) {
  const ahead = useAhead();
  const { list, error, older, reload } = usePagedList({
    key: [...BLOCKS, "archive", isWanted],
    read: async (cursor, signal) => (isWanted ? readBlocks("archival", cursor, signal) : { items: [] }),
    idOf: blockName,
    outdatedBy: isAboutBlocks,
  });
  const blocks = useMemo(() => list && ahead(list.items), [list, ahead]);
  return { blocks, error, older, reload: () => void reload() };
}

/** Loads the blocks that exist, in the order of `names`. `blocks` is undefined while loading. */
export function useNamedBlocks(names: readonly string[]) {
  const query = useQuery({
    queryKey: [...BLOCKS, "named", ...names],
    queryFn: async ({ signal }) => (names.length === 0 ? [] : readNamedBlocks(names, signal)),
    placeholderData: keepPreviousData,
    meta: { outdatedBy: isAboutBlocks },
    gcTime: 0,
  });
  const ahead = useAhead();
  const blocks = useMemo(() => query.data && ahead(query.data), [query.data, ahead]);
  return { blocks, error: query.error, reload: () => void query.refetch() };
}

/** Loads one block. `block` is undefined while loading and on failure. */
export function useBlock(key: BlockKey) {
  const query = useQuery({
    queryKey: [...BLOCKS, "one", blockName(key)],
    queryFn: ({ signal }) => readBlock(key, signal),
    meta: { outdatedBy: isAboutBlocks },
  });
  const ahead = useAhead();
  const [block] = useMemo(() => (query.data ? ahead([query.data]) : []), [query.data, ahead]);
  return { block, error: query.error, reload: () => void query.refetch() };
}

/** Pinned blocks first, then core before working, then by label. */
const inOrder = (one: BlockView, other: BlockView): number =>
  Number(other.pinnedAt !== null) - Number(one.pinnedAt !== null) ||
  one.kind.localeCompare(other.kind) ||
  one.label.localeCompare(other.label);

function useAhead() {
  const changed = useMutationState({
    filters: { mutationKey: CHANGE, status: "pending" },
    select: ({ state }) => state.variables as Changed,
  });
  const deleted = useMutationState({
    filters: { mutationKey: DELETE, status: "pending" },
    select: ({ state }) => blockName(state.variables as BlockView),
  });
  return useCallback(
    (blocks: readonly BlockView[]): BlockView[] =>
      blocks
        .filter((block) => !deleted.includes(blockName(block)))
        .map((block) =>
          Object.assign(
            { ...block },
            ...changed
              .filter((one) => blockName(one.block) === blockName(block))
              .map(({ fields, pinned }) =>
                pinned === undefined ? fields : { pinnedAt: pinned ? block.updatedAt : null },
              ),
          ),
        ),
    [changed, deleted],
  );
}

export function useBlockActions() {
  const client = useQueryClient();
  const renew = useCallback(
    () => Promise.all([BLOCKS, COUNTS].map((queryKey) => client.invalidateQueries({ queryKey }))),
    [client],
  );

  const { mutate: change } = useMutation({
    mutationKey: CHANGE,
    // Send changes in order.
    scope: { id: CHANGE.join() },
    mutationFn: ({ block, fields, pinned }: Changed) => {
      if (pinned !== undefined) return changeBlock(block, { pinned });
      // If an earlier change has completed in the meantime, send the version that it produced.
      const now = client.getQueryData<BlockView>([...BLOCKS, "one", blockName(block)]);
      return changeBlock(block, { ...fields, version: Math.max(block.version, now?.version ?? 0) });
    },
    onSuccess: (now) => client.setQueryData([...BLOCKS, "one", blockName(now)], now),
    onError: (error, { block }) =>
      void notifyProblem(t("changeError", { label: block.label, error: troubleText(error) })),
    // Wait for the refetch before the change counts as complete, so that the old value does not reappear.
    onSettled: renew,
  });

  const bringBack = useCallback(
    async (block: BlockView) => {
      void dismiss(noticeOf(block));
      try {
        await restoreLast({ kind: "block", name: blockName(block) });
        await renew();
      } catch (error) {
        void notifyProblem(t("restoreError", { label: block.label, error: troubleText(error) }), {
          action: { label: common("tryAgain"), onClick: () => void bringBack(block) },
        });
      }
    },
    [renew],
  );

  const { mutate: remove } = useMutation({
    mutationKey: DELETE,
    mutationFn: (block: BlockView) => deleteBlock(block),
    onSuccess: (_, block) =>
      void notify(t("blockDeleted", { label: block.label }), {
        id: noticeOf(block),
        duration: UNDO_MS,
        action: { label: common("undo"), onClick: () => void bringBack(block) },
      }),
    onError: (error, block) =>
      void notifyProblem(t("deleteError", { label: block.label, error: troubleText(error) })),
    onSettled: renew,
  });

  const { mutate: move } = useMutation({
    scope: { id: CHANGE.join() },
    mutationFn: moveBlock,
    onSuccess: (moved) =>
      void notify(
        moved.isArchival
          ? t("archived", { label: moved.label })
          : t("isAlwaysInMind", { label: moved.label }),
        {
          id: `moved-block-${moved.label}`,
          duration: UNDO_MS,
          action: { label: common("undo"), onClick: () => move(moved) },
        },
      ),
    onError: (error, { label }) => void notifyProblem(t("changeError", { label, error: troubleText(error) })),
    onSettled: renew,
  });

  return {
    change: (block: BlockView, fields: BlockFields) => change({ block, fields }),
    move,
    pin: (block: BlockView, pinned: boolean) => change({ block, pinned }),
    remove,
    renew,
  };
}
export type BlockActions = ReturnType<typeof useBlockActions>;

const noticeOf = (block: BlockKey): string => `deleted-block-${blockName(block)}`;
