import { and, desc, eq, isNull, or } from "drizzle-orm";
import { agents, boardShares, boards, members } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { BoardSharing, Member } from "@/lib/shared/members/members";
import { type BoardRight, hasRole } from "@/lib/shared/members/roles";
import { db, sql } from "@/lib/store/db";
import { publishMembers } from "./roster";
import { assertMembers } from "./sharing";

export type BoardRef = { agentId: string; id: string };
type Reader = Pick<Member, "id" | "role">;

const isOf = ({ agentId, id }: BoardRef) =>
  and(eq(boardShares.agentId, agentId), eq(boardShares.boardId, id));

/** Returns with whom a board is shared without its agent. */
export async function readBoardSharing(board: BoardRef): Promise<BoardSharing> {
  const { memberId, right, createdAt } = boardShares;
  const rows = await db()
    .select({ memberId, right })
    .from(boardShares)
    .leftJoin(members, eq(members.id, memberId))
    .where(and(isOf(board), isNull(members.removedAt)))
    .orderBy(createdAt, memberId);
  return {
    everyone: rows.find((row) => row.memberId === null)?.right ?? null,
    members: rows.flatMap(({ memberId, right }) => (memberId === null ? [] : [{ memberId, right }])),
  };
}

/** Replaces the sharing of a board by the member `sharedBy`. Throws `invalid` for unknown members. */
export async function changeBoardSharing(
  board: BoardRef,
  sharedBy: string,
  { everyone, members: named }: BoardSharing,
): Promise<void> {
  const { agentId, id: boardId } = board;
  await sql().begin(async (tx) => {
    await assertMembers(
      tx,
      named.map(({ memberId }) => memberId),
    );
    const [row] = await db(tx)
      .select({ id: boards.id })
      .from(boards)
      .where(and(eq(boards.agentId, agentId), eq(boards.id, boardId)));
    if (!row) throw new AppError("not_found", `There is no board ${boardId}. GET /api/boards lists them.`);
    await db(tx).delete(boardShares).where(isOf(board));
    const shares = [...(everyone ? [{ memberId: null, right: everyone }] : []), ...named];
    const rows = shares.map((one) => ({ agentId, boardId, sharedBy, ...one }));
    if (rows.length > 0) await db(tx).insert(boardShares).values(rows).onConflictDoNothing();
  });
  publishMembers();
}

/** Returns the strongest share of a board that exists with the member, or null. */
export async function readBoardShare(
  reader: Reader,
  board: BoardRef,
): Promise<{ right: BoardRight; sharedBy: string } | null> {
  const [share] = await shares()
    .where(and(isOf(board), isWith(reader)))
    .orderBy(desc(eq(boardShares.right, "edit")))
    .limit(1);
  return share ?? null;
}

/** Lists the boards that are shared with a member, by name. */
export async function listSharedBoards(reader: Reader): Promise<(BoardRef & { name: string })[]> {
  const rows = await shares().where(isWith(reader)).orderBy(boards.name, boards.id);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Returns the condition for shares with a member. Guests get only those by name. */
const isWith = ({ id, role }: Reader) =>
  or(eq(boardShares.memberId, id), hasRole(role, "member") ? isNull(boardShares.memberId) : undefined);

/** Shares of boards that exist. A share ends when the member who made it no longer owns the agent. */
const shares = () =>
  db()
    .select({
      ...{ agentId: boards.agentId, id: boards.id, name: boards.name },
      ...{ right: boardShares.right, sharedBy: boardShares.sharedBy },
    })
    .from(boardShares)
    .innerJoin(boards, and(eq(boards.agentId, boardShares.agentId), eq(boards.id, boardShares.boardId)))
    .innerJoin(
      agents,
      and(
        ...[eq(agents.id, boardShares.agentId), eq(agents.memberId, boardShares.sharedBy)],
        isNull(agents.deletedAt),
      ),
    );
