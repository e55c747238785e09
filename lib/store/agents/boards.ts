import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, ne, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { boards, revisions } from "@/drizzle/schema";
import { type BoardContent, boardContent, MAX_BOARDS, MAX_TILES } from "@/lib/shared/boards/content";
import type { BoardEntry } from "@/lib/shared/boards/contract";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import type { Marked } from "@/lib/shared/origins";
import { asJson, db } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import { liveOrigins } from "@/lib/store/origins";
import { type Add, type By, changing, type Item, type NewRevision } from "@/lib/store/revisions";
import type { BoardRow } from "@/lib/store/rows";

const KIND = "board" as const;
/**
 * Consecutive moves of tiles within this time share one version, because a keyboard drag consists of many.
 */
const ONE_GESTURE_MS = 5_000;

export type Board = Pick<BoardRow, "id" | "version"> & BoardContent & { marked: Marked };
type Row = Pick<BoardRow, "id" | "name" | "tiles" | "version"> & { origins: string[] | null };

const columns = (agentId: string) => ({
  ...{ id: boards.id, name: boards.name, tiles: boards.tiles, version: boards.version },
  origins: liveOrigins(agentId, KIND, raw`${boards.id}::text`),
});

const toBoard = ({ id, name, tiles, version, origins }: Row): Board => ({
  ...{ id, version, ...boardContent.parse({ name, tiles }) },
  marked: { kind: KIND, name: id, origins: origins ?? [] },
});

export const listBoards = async (agentId: string): Promise<BoardEntry[]> =>
  db()
    .select({
      ...{ id: boards.id, name: boards.name, version: boards.version },
      tiles: raw<number>`json_array_length(${boards.tiles})`,
    })
    .from(boards)
    .where(eq(boards.agentId, agentId))
    .orderBy(asc(boards.createdAt), asc(boards.id));

export async function readBoard(agentId: string, id: string): Promise<Board> {
  const [row] = await db().select(columns(agentId)).from(boards).where(at(agentId, id));
  if (!row) throw noBoard(id);
  return toBoard(row);
}

export async function readBoards(agentId: string): Promise<Board[]> {
  const rows = await db()
    .select(columns(agentId))
    .from(boards)
    .where(eq(boards.agentId, agentId))
    .orderBy(asc(boards.createdAt), asc(boards.id));
  return rows.map(toBoard);
}

const at = (agentId: string, id: string) => and(eq(boards.agentId, agentId), eq(boards.id, id));

const noBoard = (id: string) =>
  new AppError("not_found", `There is no board ${id}. GET /api/boards lists them.`);

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Throws `conflict` if another board has this name or the maximum number is reached. */
async function assertName(tx: TransactionSql, agentId: string, name: string, own: string): Promise<void> {
  const others = await db(tx)
    .select({ name: boards.name })
    .from(boards)
    .where(and(eq(boards.agentId, agentId), ne(boards.id, own)));
  if (others.some((other) => isSame(other.name, name)))
    throw new AppError("conflict", `A board called “${name}” already exists. Choose another name.`);
  if (others.length >= MAX_BOARDS)
    throw new AppError("conflict", `There are already ${MAX_BOARDS} boards, the maximum. Delete one first.`);
}

export async function createBoard(
  agentId: string,
  content: BoardContent,
  by: By,
): Promise<{ id: string; version: number }> {
  const id = randomUUID();
  const { version } = await changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    // Locks the names of boards, because concurrent calls may create two boards with the same name.
    await lockName(tx, `${agentId} boards`);
    await assertName(tx, agentId, content.name, id);
    return putBoard(tx, add, agentId, id, { content, ...by });
  });
  return { id, version };
}

/**
 * Changes a board under its lock and returns the resulting version. With `isGesture`, a change soon after another
 * move of tiles by the same author replaces the version of that move.
 */
export async function changeBoard(
  agentId: string,
  id: string,
  change: (board: BoardContent) => BoardContent,
  { isGesture = false, ...by }: By & { isGesture?: boolean },
): Promise<number> {
  const item = { agentId, kind: KIND, name: id };
  return changing(item, async (tx, add) => {
    const [row] = await db(tx)
      .select({ name: boards.name, tiles: boards.tiles, version: boards.version })
      .from(boards)
      .where(at(agentId, id));
    if (!row) throw noBoard(id);
    const before = boardContent.parse({ name: row.name, tiles: row.tiles });
    const content = change(before);
    if (content.tiles.length > MAX_TILES)
      throw new AppError(
        "conflict",
        `A board has at most ${MAX_TILES} tiles. Remove one, or use another board.`,
      );
    if (asJson(content) === asJson(before)) return row.version;
    if (!isSame(content.name, before.name)) await assertName(tx, agentId, content.name, id);
    const last = isGesture ? await lastMove(tx, item, by, content) : undefined;
    if (!last) return (await putBoard(tx, add, agentId, id, { content, ...by })).version;
    await db(tx).update(revisions).set({ content }).where(eq(revisions.id, last.id));
    await store(tx, agentId, id, content, last.version);
    return last.version;
  });
}

type Version = Pick<WholeRevision, "id" | "version">;

/**
 * Returns the last version if the new content continues the same gesture: the last version, the version before it
 * and the new content differ only in the places of tiles.
 */
async function lastMove(
  tx: TransactionSql,
  { agentId, name }: Item,
  { author }: By,
  now: BoardContent,
): Promise<Version | undefined> {
  const goesOn = raw<boolean>`${revisions.author} = ${author} and ${revisions.live}
    and ${revisions.createdAt} > clock_timestamp() - ${ONE_GESTURE_MS} * interval '1 ms'`;
  const [last, before] = await db(tx)
    .select({ id: revisions.id, version: revisions.version, content: revisions.content, goesOn })
    .from(revisions)
    .where(and(eq(revisions.agentId, agentId), eq(revisions.kind, KIND), eq(revisions.name, name)))
    .orderBy(desc(revisions.version))
    .limit(2);
  const [tiles, ...others] = [now, last?.content, before?.content].map(withoutPlaces);
  return last?.goesOn && others.every((other) => other === tiles) ? last : undefined;
}

function withoutPlaces(content: unknown): string | undefined {
  const { data } = boardContent.safeParse(content);
  return (
    data && asJson({ ...data, tiles: data.tiles.map(({ x: _x, y: _y, w: _w, h: _h, ...tile }) => tile) })
  );
}

export async function deleteBoard(agentId: string, id: string, by: By): Promise<void> {
  await changing({ agentId, kind: KIND, name: id }, async (tx, add) => {
    const [row] = await db(tx).select({ id: boards.id }).from(boards).where(at(agentId, id));
    if (!row) throw noBoard(id);
    await putBoard(tx, add, agentId, id, { content: null, ...by });
  });
}

/** Stores a version of a board and makes it live; null content deletes the board. */
export async function putBoard(
  tx: TransactionSql,
  add: Add,
  agentId: string,
  id: string,
  revision: NewRevision & { content: BoardContent | null },
): Promise<WholeRevision> {
  const added = await add(revision);
  if (revision.content) await store(tx, agentId, id, revision.content, added.version);
  else await db(tx).delete(boards).where(at(agentId, id));
  return added;
}

const store = (
  tx: TransactionSql,
  agentId: string,
  id: string,
  { name, tiles }: BoardContent,
  version: number,
) =>
  db(tx)
    .insert(boards)
    .values({ agentId, id, name, tiles, version })
    .onConflictDoUpdate({
      target: [boards.agentId, boards.id],
      set: { name, tiles: raw`excluded.tiles`, version, updatedAt: raw`now()` },
    });
