import { withTrafficLimits } from "@/lib/agent/message/traffic";
import { namedUsesOfBundle } from "@/lib/code/components/publish";
import { querySql } from "@/lib/data/tables/query";
import { actingAs, actingMember } from "@/lib/ground/base/acting";
import type { OpenBoard } from "@/lib/platform/access/rights";
import type { BoardChanged, SharedBoardView } from "@/lib/shared/boards/contract";
import type { NewPlace } from "@/lib/shared/boards/layout";
import { callShowing } from "@/lib/shared/chat/surfaces/surface-change";
import type { Param } from "@/lib/shared/data/cell";
import type { QueryResult } from "@/lib/shared/data/contract";
import { AppError } from "@/lib/shared/errors";
import type { SharedNow } from "@/lib/shared/shares";
import { readBoard } from "@/lib/store/agents/boards";
import type { Notice } from "@/lib/store/bus";
import { actorOf } from "@/lib/store/members/roster";
import { arrangeTiles, noTile, pinsOfTiles, showBoard } from "@/lib/tools/boards/boards";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { componentOnSurface, readSurfaceAccess, stateOfUse } from "./access";
import { QUERY_LIMITS } from "./call";
import { contentForReaders, shownTo } from "./live-share";

/*
 * Boards for members without a right on the agent. They get the content of the tiles like readers of live shares, read with
 * the rights of the member who shares the board. They can run only the queries that the code of a component names.
 */

const TIMEOUT_MS = 20_000;
const TRAFFIC = { perMinute: 600, atOnce: 8 };

const user = { author: "person", cause: null } as const;

const asViewer = async <T>({ viewer }: OpenBoard, work: () => Promise<T>): Promise<T> =>
  actingAs(await actorOf(viewer), work);

export const sharedBoard = (board: OpenBoard): Promise<SharedBoardView> =>
  asViewer(board, async () => {
    const { id, name, version, tiles } = await showBoard(board.agentId, board.id);
    return {
      ...{ id, name, version, right: board.right },
      tiles: tiles.map(({ pin, title, ...place }) => ({
        ...place,
        title: title ?? pin.surface?.title ?? null,
      })),
    };
  });

/** Returns the content of a tile, or null if nothing can be shown of it. */
export const sharedTile = (board: OpenBoard, tile: string): Promise<SharedNow | null> =>
  asViewer(board, async () => {
    const shown = await shownOn(board, tile);
    if (!shown) return null;
    const { component } = shown.surface;
    const state = component && !component.app ? (await namedUsesOfBundle(component.bundle)).state : [];
    return contentForReaders(board.agentId, shown, state, AbortSignal.timeout(TIMEOUT_MS));
  });

/** Runs a query that the code of a tile's component names, if the component may read the database. */
export const querySharedTile = (
  board: OpenBoard,
  tile: string,
  query: { sql: string; params: Param[] },
  signal: AbortSignal,
): Promise<QueryResult> =>
  asViewer(board, async () => {
    const { agentId } = board;
    const shown = await shownOn(board, tile);
    const component = shown?.surface.component;
    if (!shown || !component || component.app) throw notShared();
    const id = { agentId, conversationId: shown.conversationId, ...callShowing(shown.surface) };
    const [access, named] = await Promise.all([
      componentOnSurface(id).then((surface) => readSurfaceAccess(surface, catalog)),
      namedUsesOfBundle(component.bundle),
    ]);
    const isGranted = (await stateOfUse({ kind: "query" }, access)) === "granted";
    if (!isGranted || !named.queries.includes(query.sql)) throw notShared();
    const read = () => querySql(agentId, query, signal, QUERY_LIMITS);
    return withTrafficLimits(id, "A component on a shared board may read the database", TRAFFIC, read);
  });

const notShared = () => new AppError("forbidden", "These rows are not shared with this board.");

/** Returns the surface of a tile and the conversation that stores its state; null if it is gone. Throws `not_found`. */
async function shownOn({ agentId, id }: OpenBoard, tileId: string) {
  const tile = (await readBoard(agentId, id)).tiles.find((one) => one.id === tileId);
  if (!tile) throw noTile(tileId);
  const pin = (await pinsOfTiles(agentId, [tile])).get(tileId);
  const conversationId = pin?.surface?.home ?? pin?.from?.id;
  if (!pin?.surface || conversationId === undefined) return null;
  return { conversationId, ...(await shownTo({ agentId, conversationId }, pin.surface)) };
}

/** Places tiles under the name of the acting member, who may change this board, but not its agent. */
export const arrangeSharedBoard = (
  { agentId, id, viewer }: OpenBoard,
  { places }: { places?: readonly NewPlace[] },
): Promise<BoardChanged> => {
  const editor = {
    memberId: actingMember() ?? viewer,
    isAlone: false,
    rightOn: async (agent: string) => (agent === agentId ? ("edit" as const) : null),
  };
  return actingAs(editor, () => arrangeTiles(agentId, id, { places }, user));
};

const DATA: ReadonlySet<Notice["type"]> = new Set([
  ...(["database", "documents", "state", "sheet", "component", "conversation", "file"] as const),
]);

/** Returns what the page of a shared board reads again after a change. */
export function sharedBoardChange(
  { agentId, id }: OpenBoard,
  notice: Notice,
): { type: "board" | "data" } | null {
  if (notice.type === "agents") return { type: "board" };
  if (!("agent" in notice) || notice.agent !== agentId) return null;
  if (notice.type === "history" && notice.kind === "board" && notice.name === id) return { type: "board" };
  return DATA.has(notice.type) ? { type: "data" } : null;
}
