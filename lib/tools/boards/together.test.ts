import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isWhole } from "@/lib/ground/base/testing/sample";
import {
  compact,
  moved,
  type NewPlace,
  type Placed,
  placesOfMove,
  withPlaces,
} from "@/lib/shared/boards/layout";
import { resolveAgent } from "@/lib/store/agents/agents";
import { createBoard, readBoard } from "@/lib/store/agents/boards";
import { putComponent } from "@/lib/store/agents/components";
import { testDatabase } from "@/lib/store/testing/database";
import { arrangeTiles, pinTile, unpinBoardTile } from "./boards";

const EDITS = isWhole ? 10_000 : 400;
const TILES = 12;
const user = { author: "person", cause: null } as const;

vi.setConfig({ testTimeout: 300_000 });

let agentId: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ drop } = await testDatabase());
  agentId = await resolveAgent();
  const content = { description: "Tells the time.", code: "export default () => null", props_schema: null };
  await putComponent(agentId, "Clock", 0, { content, ...user });
});
afterAll(() => drop());

/** Random numbers that are the same in each run. */
function randomly(seed: number) {
  let now = seed;
  return (max: number) => {
    now = (now * 48_271) % 2_147_483_647;
    return now % max;
  };
}

type Edit = { places: NewPlace[] } | { removal: string };

/** A page that shows its own edits at once, and sends them one after the other while it is online. */
class Page {
  #tiles: Placed[] = [];
  #waiting: Edit[] = [];
  isOnline = true;
  readonly board: string;

  constructor(board: string) {
    this.board = board;
  }

  get shown(): Placed[] {
    return this.#waiting.reduce<Placed[]>(
      (tiles, edit) =>
        "places" in edit
          ? withPlaces(tiles, edit.places)
          : compact(tiles.filter(({ id }) => id !== edit.removal)),
      this.#tiles,
    );
  }

  edit(edit: Edit): void {
    this.#waiting.push(edit);
  }

  async read(): Promise<void> {
    if (!this.isOnline) return;
    const { tiles } = await readBoard(agentId, this.board);
    this.#tiles = tiles.map(({ id, x, y, w, h }) => ({ id, x, y, w, h }));
  }

  async send(): Promise<void> {
    while (this.isOnline && this.#waiting[0]) {
      const [edit] = this.#waiting;
      if ("places" in edit) await arrangeTiles(agentId, this.board, edit, user);
      else await unpinBoardTile(agentId, this.board, edit.removal, user).catch(ignoreGone);
      this.#waiting.shift();
      await this.read();
    }
  }
}

const ignoreGone = (error: { code?: string }) => {
  if (error.code !== "not_found") throw error;
};

const newBoard = async (name: string, count: number) => {
  const { id } = await createBoard(agentId, { name, tiles: [] }, user);
  for (let nth = 0; nth < count; nth++) await addTile(id, `t${nth}`);
  return id;
};
const addTile = (board: string, id: string) =>
  pinTile(agentId, board, { id, component: { name: "Clock" }, w: 3, h: 3 }, user);

test(`two users converge after ${EDITS} edits of one board, with each offline for some time`, async () => {
  const board = await newBoard("Both", TILES);
  const random = randomly(11);
  const pages = [new Page(board), new Page(board)];
  await Promise.all(pages.map((page) => page.read()));
  let added = TILES;
  const editOnce = async (page: Page) => {
    const tiles = page.shown;
    const tile = tiles[random(tiles.length)];
    const kind = random(40);
    if (page.isOnline && (tiles.length < 4 || kind === 0)) {
      await addTile(board, `t${added++}`);
      return page.read();
    }
    if (!tile) return;
    if (kind === 1) return page.edit({ removal: tile.id });
    const to = kind % 2 === 0 ? { x: random(12), y: random(30) } : { w: 3 + random(9), h: 3 + random(9) };
    page.edit({ places: placesOfMove(tiles, moved(tiles, tile.id, to), tile.id) });
  };
  // First one of them is offline, then the other, then neither. Both go on.
  for (const away of [pages[0], pages[1], undefined]) {
    if (away) away.isOnline = false;
    for (let at = 0; at < EDITS / 6; at++) {
      await Promise.all(pages.map(editOnce));
      await Promise.all(pages.map((page) => page.send()));
    }
    if (away) away.isOnline = true;
  }
  await Promise.all(pages.map((page) => page.send()));
  await Promise.all(pages.map((page) => page.read()));
  const [one, other] = pages.map(({ shown }) => shown);
  expect(one).toEqual(other);
  expect(compact(one ?? [])).toEqual(one);
  expect((await readBoard(agentId, board)).tiles).toHaveLength(one?.length ?? -1);
});

test("the moves of a user who was offline keep what the other user arranged in the meantime", async () => {
  const board = await newBoard("Away", 4);
  const [away, there] = [new Page(board), new Page(board)];
  await Promise.all([away.read(), there.read()]);
  const move = (page: Page, id: string, to: Partial<Placed>) =>
    page.edit({ places: placesOfMove(page.shown, moved(page.shown, id, to), id) });
  away.isOnline = false;
  // t0 takes the place of t1, which makes way.
  move(away, "t0", { x: 3, y: 0 });
  move(there, "t1", { x: 9, y: 6, w: 3, h: 5 });
  await there.send();
  away.isOnline = true;
  await away.send();
  await there.read();
  const placeOf = (id: string) => there.shown.find((tile) => tile.id === id);
  expect(placeOf("t0")).toMatchObject({ x: 3, y: 0 });
  expect(placeOf("t1")).toMatchObject({ x: 9, w: 3, h: 5 });
});
