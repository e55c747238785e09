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
import { failureText } from "@/components/client/failure";
import { listVersions, readRevision, restoreRevision } from "@/components/client/versions/api";
import { dismiss, notify, notifyProblem } from "@/components/ui/kit/notify";
import { boardContent } from "@/lib/shared/boards/content";
import type { BoardView, TileView } from "@/lib/shared/boards/contract";
import { isSamePlace, type Placed } from "@/lib/shared/boards/layout";
import { t } from "@/lib/shared/i18n/en/board";
import { t as common } from "@/lib/shared/i18n/en/common";

const keyOf = (id: string) => [...BOARDS, id] as const;
const moveOf = (id: string) => ["boards", "move", id] as const;
const UNDO_MS = 10_000;

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
  const moves = useMutationState({
    filters: { mutationKey: moveOf(id), status: "pending" },
    select: ({ state }) => state.variables as Placed[],
  });
  const board = useMemo(() => data && moves.reduce(withPlaces, data), [data, moves]);
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

/** Keep the objects of tiles that do not move, so that their components do not render again. */
const withPlaces = (board: BoardView, places: readonly Placed[]): BoardView => ({
  ...board,
  tiles: board.tiles.map((tile) => {
    const place = places.find(({ id }) => id === tile.id);
    return !place || isSamePlace(place, tile) ? tile : { ...tile, ...place };
  }),
});

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

  const { mutate: move } = useMutation({
    mutationKey: moveOf(id),
    // Moves with the same scope are sent one after another.
    scope: { id: moveOf(id).join() },
    mutationFn: (places: Placed[]) => arrangeBoard(id, { places }),
    onSuccess: ({ version }, places) =>
      client.setQueryData<BoardView>(
        keyOf(id),
        (board) => board && { ...withPlaces(board, places), version },
      ),
    onError: failed(() => t("notMoved")),
    onSettled: renew,
  });

  const { mutate: unpin } = useMutation({
    mutationFn: async ({ id: tile }: TileView) => {
      const { version } = await unpinTile(id, tile);
      return version;
    },
    onSuccess: (version, tile) => {
      client.setQueryData<BoardView>(
        keyOf(id),
        (board) => board && { ...board, version, tiles: board.tiles.filter((one) => one.id !== tile.id) },
      );
      const notice = `unpinned-${tile.id}`;
      const onClick = () => {
        void dismiss(notice);
        void (versionNow() === version ? goBack(version - 1) : putBack(tile.id, version - 1));
      };
      void notify(t("taken", { title: titleOf(tile) }), {
        ...{ id: notice, duration: UNDO_MS },
        action: { label: common("undo"), onClick },
      });
    },
    onError: failed(() => t("notTakenOff")),
    onSettled: renew,
  });

  const { mutate: rename } = useMutation({
    mutationFn: ({ tile, title }: { tile: TileView; title: string }) => renameTile(id, tile.id, title),
    onError: failed(() => t("notRenamedTile")),
    onSettled: renew,
  });
  return { move, unpin, rename, undo };
}

export const titleOf = ({ title, pin }: TileView): string => title ?? pin.surface?.title ?? t("deletedSheet");
