import { randomBytes } from "node:crypto";
import { storedComponentOf } from "@/lib/code/components/read";
import { sampleProps } from "@/lib/code/components/sample";
import type { BoardContent, Source, Tile } from "@/lib/shared/boards/content";
import type { BoardChanged, BoardView } from "@/lib/shared/boards/contract";
import { expectedHeight } from "@/lib/shared/boards/expected-height";
import type { TileChange } from "@/lib/shared/boards/fields";
import {
  compact,
  freePlace,
  moved,
  type NewPlace,
  type Place,
  rowsFor,
  withPlaces,
} from "@/lib/shared/boards/layout";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import { AppError } from "@/lib/shared/errors";
import { type Board, changeBoard, createBoard, readBoard, readBoards } from "@/lib/store/agents/boards";
import { pinsOfComponents, pinsOfSurfaces } from "@/lib/store/conversations/pins";
import type { By } from "@/lib/store/revisions";

const SIZE = { sheet: { w: 6, h: 8 }, component: { w: 6, h: 7 } };
const ID_BYTES = 6;

export type TileToAdd = Partial<Place> & {
  id?: string;
  sheet?: { conversation: string; id: string };
  component?: { name: string; props?: Record<string, unknown> };
  title?: string;
};

export async function showBoard(agentId: string, id: string): Promise<BoardView> {
  const { name, version, tiles } = await readBoard(agentId, id);
  const pins = await pinsOfTiles(agentId, tiles);
  return {
    ...{ id, name, version },
    tiles: tiles.map(({ id, x, y, w, h, title }) => ({
      ...{ id, x, y, w, h, ...(title && { title }) },
      pin: pins.get(id) ?? { key: `gone/${id}`, from: null, surface: null, asks: [] },
    })),
  };
}

/** Returns the content of tiles by their ids. Omits tiles whose source no longer exists. */
export async function pinsOfTiles(agentId: string, tiles: readonly Tile[]): Promise<Map<string, Pin>> {
  const surfaces = tiles.flatMap(({ source }) => ("component" in source ? [] : [source]));
  const components = tiles.flatMap(({ id, source }) =>
    "component" in source ? [{ id, name: source.component, props: source.props }] : [],
  );
  const [pins, drawn] = await Promise.all([
    pinsOfSurfaces(agentId, surfaces),
    pinsOfComponents(agentId, components),
  ]);
  const byKey = new Map(pins.map((pin) => [pin.key, pin]));
  for (const { id, source } of tiles) {
    const pin = "component" in source ? undefined : byKey.get(`${source.conversation}/${source.sheet}`);
    if (pin) drawn.set(id, pin);
  }
  return drawn;
}

/**
 * Finds a board by name, ignoring case. Without a name, returns the first board. If there is none, creates it
 * with `make`, or throws without `make`.
 */
export async function boardNamed(
  agentId: string,
  name: string | undefined,
  make?: By,
): Promise<{ id: string; name: string }> {
  const boards = await readBoards(agentId);
  const wanted = name?.toLowerCase();
  const found = wanted === undefined ? boards[0] : boards.find((one) => one.name.toLowerCase() === wanted);
  if (found) return found;
  if (!make) throw noSuchBoard(name, boards);
  const made = await createBoard(agentId, { name: name ?? "Board", tiles: [] }, make);
  return { id: made.id, name: name ?? "Board" };
}

/** The message names no board whose name may contain web text, because errors have no origin. */
function noSuchBoard(name: string | undefined, boards: readonly Pick<Board, "name" | "marked">[]) {
  if (boards.length === 0)
    return new AppError("not_found", "There is no board yet. Pin something to create one.");
  const named = boards.filter(({ marked }) => marked.origins.length === 0).map((one) => `“${one.name}”`);
  const listed = named.length > 0 ? `There are: ${named.join(", ")}.` : "The action list names the boards.";
  return new AppError("not_found", `There is no board “${name}”. ${listed}`);
}

/** Adds a surface or a component to a board. A surface that is already there is moved and renamed. */
export async function pinTile(
  agentId: string,
  boardId: string,
  tile: TileToAdd,
  by: By,
): Promise<BoardChanged> {
  const { source, expected } = await sourceOf(agentId, tile);
  const { x, y, w, h, title } = tile;
  const usual = "component" in source ? SIZE.component : SIZE.sheet;
  const size = { ...usual, ...(expected !== undefined && { h: rowsFor(expected) }) };
  let id = tile.id ?? randomBytes(ID_BYTES).toString("base64url");
  const version = await changeBoard(
    agentId,
    boardId,
    (board) => {
      const existing = board.tiles.find((one) => isSameSurface(one.source, source));
      if (existing) {
        id = existing.id;
        return changed(board, id, { x, y, w, h, title });
      }
      if (board.tiles.some((one) => one.id === id))
        throw new AppError("conflict", `This board already has a tile ${id}.`);
      const free = freePlace(board.tiles, { w: w ?? size.w, h: h ?? size.h });
      const placed = { id, ...free, source, ...(title && { title }) };
      const tiles = [...board.tiles, placed];
      return {
        ...board,
        tiles: x === undefined && y === undefined ? tiles : moved(tiles, id, definedFields({ x, y })),
      };
    },
    by,
  );
  return { id: boardId, version, tile: id };
}

const isSameSurface = (a: Source, b: Source) =>
  !("component" in a) && !("component" in b) && a.conversation === b.conversation && a.sheet === b.sheet;

/** Returns the content of a tile and its expected height in px, if that can be estimated. */
async function sourceOf(
  agentId: string,
  { sheet: surface, component }: TileToAdd,
): Promise<{ source: Source; expected?: number }> {
  if (component && surface) throw new AppError("invalid", "Give sheet or component, not both.");
  if (component) {
    const { name, props_schema } = await storedComponentOf(agentId, component.name);
    return { source: { component: name, props: component.props ?? sampleProps(props_schema) } };
  }
  if (!surface) throw new AppError("invalid", "Say what to pin: a surface or a component.");
  const found = { conversation: surface.conversation, sheet: surface.id };
  const [pin] = await pinsOfSurfaces(agentId, [found]);
  if (!pin?.surface) throw new AppError("not_found", "There is no such surface in that conversation.");
  if (pin.surface.kind === "browser")
    throw new AppError("invalid", "A browser cannot be pinned. Pin a surface or a component.");
  return { source: found, expected: expectedHeight(pin.surface.input) };
}

export async function updateTile(
  agentId: string,
  boardId: string,
  tileId: string,
  change: TileChange,
  by: By,
): Promise<BoardChanged> {
  const { props, title } = change;
  const isGesture = props === undefined && title === undefined;
  const version = await changeBoard(agentId, boardId, (board) => changed(board, tileId, change), {
    ...by,
    isGesture,
  });
  return { id: boardId, version, tile: tileId };
}

function changed(board: BoardContent, id: string, { props, title, ...place }: TileChange): BoardContent {
  const tile = board.tiles.find((one) => one.id === id);
  if (!tile) throw noTile(id);
  if (props && !("component" in tile.source))
    throw new AppError("invalid", "Only a component has props. Change a surface in its conversation.");
  const { title: before, source, ...rest } = tile;
  const name = title ?? before;
  const next: Tile = {
    ...rest,
    source: props && "component" in source ? { ...source, props } : source,
    ...(name && { title: name }),
  };
  const tiles = board.tiles.map((one) => (one.id === id ? next : one));
  const to = definedFields(place);
  return { ...board, tiles: Object.keys(to).length > 0 ? moved(tiles, id, to) : tiles };
}

export async function unpinBoardTile(
  agentId: string,
  boardId: string,
  tileId: string,
  by: By,
): Promise<BoardChanged> {
  const version = await changeBoard(
    agentId,
    boardId,
    (board) => {
      if (!board.tiles.some(({ id }) => id === tileId)) throw noTile(tileId);
      return { ...board, tiles: compact(board.tiles.filter(({ id }) => id !== tileId)) };
    },
    by,
  );
  return { id: boardId, version };
}

/** Renames a board or places its tiles. Ignores tiles that were removed. */
export async function arrangeTiles(
  agentId: string,
  boardId: string,
  { name, places = [] }: { name?: string; places?: readonly NewPlace[] },
  by: By,
): Promise<BoardChanged> {
  const version = await changeBoard(
    agentId,
    boardId,
    (board) => ({
      name: name ?? board.name,
      tiles: places.length > 0 ? withPlaces(board.tiles, places) : board.tiles,
    }),
    { ...by, isGesture: name === undefined },
  );
  return { id: boardId, version };
}

const definedFields = (place: Partial<Place>): Partial<Place> =>
  Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));

export const noTile = (id: string) => new AppError("not_found", `There is no tile ${id} on this board.`);
