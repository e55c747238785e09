"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useEffect, useMemo, useState } from "react";
import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import {
  arrangeSharedBoard,
  type BoardPlace,
  readSharedBoard,
  readSharedTile,
  sharedBoardAt,
  type TileNow,
} from "@/components/client/shared-boards";
import { notifyProblem } from "@/components/ui/kit/notify";
import type { SharedBoardView } from "@/lib/shared/boards/contract";
import { type NewPlace, withPlaces } from "@/lib/shared/boards/layout";
import { t } from "@/lib/shared/i18n/en/board";

/** Changes of data come in bursts. */
const GATHER_MS = 300;

const keyOf = ({ agent, id }: BoardPlace) => ["shared board", agent, id] as const;
const tilesOf = ({ agent, id }: BoardPlace) => ["shared tiles", agent, id] as const;

/** Lets components on the board read their rows again when data has changed. */
export class DataChanges {
  readonly #listeners = new Set<(change: null) => void>();

  hear = (listener: (change: null) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  tell(): void {
    for (const listener of this.#listeners) listener(null);
  }
}
export const DataChangesContext = createContext(new DataChanges());

/** Reads a shared board and follows its changes. `isGone`: it is not shared with the member, or no longer. */
export function useSharedBoard(place: BoardPlace) {
  const client = useQueryClient();
  const [changes] = useState(() => new DataChanges());
  const { agent, id } = place;
  const board = useMemo(() => ({ agent, id }), [agent, id]);
  const key = keyOf(board);
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readSharedBoard(board, signal),
  });
  const isGone = error instanceof ApiError && [403, 404].includes(error.status);
  useEffect(() => {
    if (isGone) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renewTiles = () => {
      timer = undefined;
      void client.invalidateQueries({ queryKey: tilesOf(board) });
      changes.tell();
    };
    const renewBoard = () => void client.invalidateQueries({ queryKey: keyOf(board) });
    const stream = new EventSource(sharedBoardAt(board, "/stream"));
    stream.onmessage = ({ data }) => {
      if (JSON.parse(data).type === "board") renewBoard();
      timer ??= setTimeout(renewTiles, GATHER_MS);
    };
    // Changes before the stream began, or while it was interrupted, were missed.
    stream.onopen = () => {
      renewBoard();
      timer ??= setTimeout(renewTiles, GATHER_MS);
    };
    // The stream ends when the board is no longer shared with the member.
    stream.onerror = renewBoard;
    return () => {
      stream.close();
      clearTimeout(timer);
    };
  }, [board, client, changes, isGone]);
  useEffect(() => {
    if (isGone) client.removeQueries({ queryKey: tilesOf(board) });
  }, [board, client, isGone]);

  const { mutate: move } = useMutation({
    scope: { id: key.join() },
    mutationFn: (places: NewPlace[]) => arrangeSharedBoard(board, places),
    onMutate: (places) =>
      client.setQueryData<SharedBoardView>(
        key,
        (before) => before && { ...before, tiles: withPlaces(before.tiles, places) },
      ),
    onError: (error) => void notifyProblem(`${t("notMoved")} ${failureText(error)}`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return { board: isGone ? undefined : data, error, isGone, reload: refetch, changes, move };
}

/** Reads the content of a tile. */
export function useSharedTile(board: BoardPlace, tile: string) {
  const client = useQueryClient();
  const queryKey = [...tilesOf(board), tile];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => readSharedTile(board, tile, client.getQueryData<TileNow>(queryKey), signal),
  });
}
