"use client";

import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import {
  arrangeBoard,
  BOARDS,
  isAboutBoards,
  listBoards,
  pinToBoard,
  readBoard,
  renameTile,
  unpinTile,
} from "@/components/client/boards";
import { componentOf, historyOf, isConversation } from "@/components/client/events";
import { failureText, isOutage } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import { listVersions, readRevision, restoreRevision } from "@/components/client/versions/api";
import { useLeaveGuard } from "@/components/ui/kit/hooks/use-leave-guard";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import { boardContent } from "@/lib/shared/boards/content";
import type { BoardChanged, BoardView, TileView } from "@/lib/shared/boards/contract";
import { compact, type NewPlace, withPlaces } from "@/lib/shared/boards/layout";
import { t } from "@/lib/shared/i18n/en/board";
import { t as common } from "@/lib/shared/i18n/en/common";

const keyOf = (id: string) => [...BOARDS, id] as const;
const editOf = (id: string) => ["boards", "edit", id] as const;
const UNDO_MS = 10_000;
const MAX_RETRY_MS = 2_000;

/** A change of a board by the user. The page shows it at once, and sends it again until Easel can be reached. */
type Edit =
  | { kind: "places"; places: NewPlace[] }
  | { kind: "title"; tile: TileView; title: string }
  | { kind: "removal"; tile: TileView };

const NOT_DONE = { places: "notMoved", title: "notRenamedTile", removal: "notTakenOff" } as const;

/** Keeps the objects of tiles that do not change, so that their components do not render again. */
function edited(board: BoardView, edit: Edit): BoardView {
  const { tiles } = board;
  if (edit.kind === "places") return { ...board, tiles: withPlaces(tiles, edit.places) };
  const { id } = edit.tile;
  if (edit.kind === "removal") return { ...board, tiles: compact(tiles.filter((one) => one.id !== id)) };
  return { ...board, tiles: tiles.map((one) => (one.id === id ? { ...one, title: edit.title } : one)) };
}

async function send(board: string, edit: Edit): Promise<BoardChanged | undefined> {
  if (edit.kind === "places") return arrangeBoard(board, { places: edit.places });
  if (edit.kind === "title") return renameTile(board, edit.tile.id, edit.title);
  try {
    return await unpinTile(board, edit.tile.id);
  } catch (error) {
    // The tile is already gone: an earlier attempt succeeded, or another user removed it.
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

export function useBoards() {
  const { data, error, refetch } = useQuery({
    queryKey: BOARDS,
    queryFn: ({ signal }) => listBoards(signal),
    meta: { outdatedBy: isAboutBoards },
  });
  return { boards: data, error, reload: () => void refetch() };
}

export function useBoardView(id: string) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readBoard(id, signal),
    meta: { outdatedBy: (change) => concerns(client.getQueryData<BoardView>(keyOf(id)), id, change) },
  });
  const edits = useMutationState({
    filters: { mutationKey: editOf(id), status: "pending" },
    select: ({ state }) => state.variables as Edit,
  });
  useLeaveGuard(edits.length > 0);
  const board = useMemo(() => data && edits.reduce(edited, data), [data, edits]);
  return { board, error, reload: async () => void (await refetch()) };
}

function concerns(board: BoardView | undefined, id: string, change: string): boolean {
  const item = historyOf(change);
  if (item) return item.kind === "board" && item.name === id;
  const component = componentOf(change);
  if (component === undefined && !isConversation(change)) return false;
  return (board?.tiles ?? []).some(({ pin: { from, surface } }) =>
    from ? from.id === change : component !== undefined && surface?.component?.name === component,
  );
}

export function useBoardActions(id: string) {
  const client = useQueryClient();
  const back = useRef<{ to: number; now: number }>(undefined);
  const versionNow = () => client.getQueryData<BoardView>(keyOf(id))?.version ?? 0;
  const renew = () => client.invalidateQueries({ queryKey: keyOf(id) });
  const failed = (what: () => string) => (error: unknown) =>
    void notifyProblem(`${what()} ${failureText(error)}`);

  const goBack = async (version: number) => {
    try {
      const { revisions } = await listVersions({ kind: "board", name: id });
      const found = revisions.find((one) => one.version === version);
      if (!found || found.deleted) return void notify(t("nothingToUndo"));
      const { version: now } = await restoreRevision(found.id);
      back.current = { to: version, now };
      await renew();
    } catch (error) {
      failed(() => t("notUndone"))(error);
    }
  };
  /**
   * Undoes the last change that a user or an agent made to the board. Repeated calls undo earlier changes.
   */
  const undo = () => {
    const version = versionNow();
    return goBack((back.current?.now === version ? back.current.to : version) - 1);
  };

  /** Restores a tile to the place that it had in an earlier version. Keeps later changes of the board. */
  const putBack = async (tileId: string, version: number) => {
    try {
      const { revisions } = await listVersions({ kind: "board", name: id });
      const found = revisions.find((one) => one.version === version);
      const { tiles } = boardContent.parse(found && (await readRevision(found.id)).content);
      const tile = tiles.find((one) => one.id === tileId);
      if (!tile) return void notify(t("nothingToUndo"));
      const { source, ...place } = tile;
      const shown =
        "component" in source
          ? { component: { name: source.component, props: source.props } }
          : { sheet: { conversation: source.conversation, id: source.sheet } };
      await pinToBoard(id, { ...place, ...shown });
      await renew();
    } catch (error) {
      failed(() => t("notPutBack"))(error);
    }
  };

  /** Offers undo of a removal for a while. */
  const offerUndo = (tile: TileView, version: number) => {
    const notice = `unpinned-${tile.id}`;
    const onClick = () => {
      void dismiss(notice);
      void (versionNow() === version ? goBack(version - 1) : putBack(tile.id, version - 1));
    };
    void notify(t("taken", { title: titleOf(tile) }), {
      ...{ id: notice, duration: UNDO_MS },
      action: { label: common("undo"), onClick },
    });
  };

  const { mutate: edit } = useMutation({
    mutationKey: editOf(id),
    // Edits with the same scope are sent one after another.
    scope: { id: editOf(id).join() },
    mutationFn: (edit: Edit) => send(id, edit),
    retry: (_, error) => isOutage(error),
    retryDelay: (count) => Math.min(2 ** count * 250, MAX_RETRY_MS),
    onSuccess: (changed, edit) => {
      if (!changed) return;
      const { version } = changed;
      client.setQueryData<BoardView>(keyOf(id), (board) => board && { ...edited(board, edit), version });
      if (edit.kind === "removal") offerUndo(edit.tile, version);
    },
    onError: (error, { kind }) => failed(() => t(NOT_DONE[kind]))(error),
    onSettled: renew,
  });
  return {
    move: (places: NewPlace[]) => edit({ kind: "places", places }),
    rename: (tile: TileView, title: string) => edit({ kind: "title", tile, title }),
    unpin: (tile: TileView) => edit({ kind: "removal", tile }),
    undo,
  };
}

export const titleOf = ({ title, pin }: TileView): string => title ?? pin.surface?.title ?? t("deletedSheet");
