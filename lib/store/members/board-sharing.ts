import { and, eq, isNull } from "drizzle-orm";
import { agents, boardShares, boards, members } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { BoardSharing } from "@/lib/shared/members/members";
import type { BoardRight } from "@/lib/shared/members/roles";
import { db, sql } from "@/lib/store/db";
import { publishMembers } from "./roster";
import { assertMembers } from "./sharing";

export type BoardRef = { agentId: string; id: string };

const isOf = ({ agentId, id }: BoardRef) =>
  and(eq(boardShares.agentId, agentId), eq(boardShares.boardId, id));

/** Returns the members with whom a board is shared without its agent. */
export async function readBoardSharing(board: BoardRef): Promise<BoardSharing> {
  const { memberId, right, createdAt } = boardShares;
  const rows = await db()
    .select({ memberId, right })
    .from(boardShares)
    .innerJoin(members, and(eq(members.id, memberId), isNull(members.removedAt)))
    .where(isOf(board))
    .orderBy(createdAt, memberId);
  return { members: rows };
}

/** Replaces the sharing of a board by the member `sharedBy`. Throws `invalid` for unknown members. */
export async function changeBoardSharing(
  board: BoardRef,
  sharedBy: string,
  { members: shared }: BoardSharing,
): Promise<void> {
  const { agentId, id: boardId } = board;
  await sql().begin(async (tx) => {
    await assertMembers(
      tx,
      shared.map(({ memberId }) => memberId),
    );
    const [row] = await db(tx)
      .select({ id: boards.id })
      .from(boards)
      .where(and(eq(boards.agentId, agentId), eq(boards.id, boardId)));
    if (!row) throw new AppError("not_found", `There is no board ${boardId}. GET /api/boards lists them.`);
    await db(tx).delete(boardShares).where(isOf(board));
    const rows = shared.map((one) => ({ agentId, boardId, sharedBy, ...one }));
    if (rows.length > 0) await db(tx).insert(boardShares).values(rows).onConflictDoNothing();
  });
  publishMembers();
}

/** Returns the member's share of a board that exists, or null. */
export async function readBoardShare(
  memberId: string,
  board: BoardRef,
): Promise<{ right: BoardRight; sharedBy: string } | null> {
  const [share] = await shares().where(and(isOf(board), eq(boardShares.memberId, memberId)));
  return share ?? null;
}

/** Lists the boards that are shared with a member, by name. */
export const listSharedBoards = (memberId: string): Promise<(BoardRef & { name: string })[]> =>
  shares().where(eq(boardShares.memberId, memberId)).orderBy(boards.name, boards.id);

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
