import {
  type BoardChanged,
  type BoardEntry,
  type BoardView,
  boardChanged,
  boardList,
  boardView,
} from "@/lib/shared/boards/contract";
import type { NewPlace, Placed } from "@/lib/shared/boards/layout";
import { historyOf } from "./events";
import { jsonBody, request } from "./request";

export type NewTile = Partial<Placed> & {
  title?: string;
  sheet?: { conversation: string; id: string };
  component?: { name: string; props?: Record<string, unknown> };
};

export const BOARDS = ["boards"] as const;

export const isAboutBoards = (change: string): boolean => historyOf(change)?.kind === "board";

const at = (board: string) => `/api/boards/${board}`;
const tileAt = (board: string, tile: string) => `${at(board)}/tiles/${encodeURIComponent(tile)}`;
const changed = async (response: Promise<Response>): Promise<BoardChanged> =>
  boardChanged.parse(await (await response).json());

export async function listBoards(signal?: AbortSignal): Promise<BoardEntry[]> {
  return boardList.parse(await (await request("/api/boards", { signal })).json()).boards;
}

export async function readBoard(id: string, signal?: AbortSignal): Promise<BoardView> {
  return boardView.parse(await (await request(at(id), { signal })).json()).board;
}

export const createBoard = (name: string) =>
  changed(request("/api/boards", { method: "POST", ...jsonBody({ name }) }));

export const arrangeBoard = (id: string, change: { name?: string; places?: NewPlace[] }) =>
  changed(request(at(id), { method: "PATCH", ...jsonBody(change) }));

export async function deleteBoard(id: string): Promise<void> {
  await request(at(id), { method: "DELETE" });
}

export const pinToBoard = (id: string, tile: NewTile) =>
  changed(request(`${at(id)}/tiles`, { method: "POST", ...jsonBody(tile) }));

export const renameTile = (id: string, tile: string, title: string) =>
  changed(request(tileAt(id, tile), { method: "PATCH", ...jsonBody({ title }) }));

export const unpinTile = (id: string, tile: string) =>
  changed(request(tileAt(id, tile), { method: "DELETE" }));
