import type { SharedBoardView } from "@/lib/shared/boards/contract";
import { sharedBoardView } from "@/lib/shared/boards/contract";
import type { NewPlace } from "@/lib/shared/boards/layout";
import { callOutcome } from "@/lib/shared/components/access";
import type { Param } from "@/lib/shared/data/cell";
import { type SharedNow, sharedNow } from "@/lib/shared/shares";
import { jsonBody, request } from "./request";

/* Boards that are shared with the member without their agent. */

export type BoardPlace = { agent: string; id: string };
/** The content of a tile; `now` is null if nothing can be shown. */
export type TileNow = { etag: string; now: SharedNow | null };

const WAIT_MS = 30_000;

export const sharedBoardAt = ({ agent, id }: BoardPlace, more = ""): string =>
  `/api/shared-boards/${agent}/${id}${more}`;
const tileAt = (board: BoardPlace, tile: string, more = "") =>
  sharedBoardAt(board, `/tiles/${encodeURIComponent(tile)}${more}`);

export async function readSharedBoard(board: BoardPlace, signal?: AbortSignal): Promise<SharedBoardView> {
  return sharedBoardView.parse(await (await request(sharedBoardAt(board), { signal })).json()).board;
}

/** Reads a tile unless it is as `before`. */
export async function readSharedTile(
  board: BoardPlace,
  tile: string,
  before: TileNow | undefined,
  signal: AbortSignal,
): Promise<TileNow> {
  const headers = before ? { "if-none-match": before.etag } : undefined;
  const response = await request(tileAt(board, tile), { signal, headers, patienceMs: WAIT_MS });
  if (before && response.status === 304) return before;
  const content: unknown = await response.json();
  return {
    etag: response.headers.get("etag") ?? "",
    now: content === null ? null : sharedNow.parse(content),
  };
}

export async function querySharedTile(
  board: BoardPlace,
  tile: string,
  query: { sql: string; params?: readonly Param[] },
) {
  const init = {
    method: "POST",
    patienceMs: WAIT_MS,
    ...jsonBody({ sql: query.sql, params: query.params ?? [] }),
  };
  return callOutcome.parse(await (await request(tileAt(board, tile, "/query"), init)).json());
}

export async function arrangeSharedBoard(board: BoardPlace, places: readonly NewPlace[]): Promise<void> {
  await request(sharedBoardAt(board), { method: "PATCH", ...jsonBody({ places }) });
}
