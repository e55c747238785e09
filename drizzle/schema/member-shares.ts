import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { BOARD_RIGHTS, SHARED_RIGHTS } from "@/lib/shared/members/roles";
import { agentId } from "./agents";
import { createdAt } from "./columns";
import { conversationId } from "./conversations";
import { memberRow, members } from "./members";

/** Members with whom an agent is shared. */
export const agentShares = pgTable(
  "agent_shares",
  {
    agentId,
    memberId: memberRow(),
    right: text("right", { enum: SHARED_RIGHTS }).notNull(),
    createdAt,
  },
  (t) => [primaryKey({ columns: [t.agentId, t.memberId] }), index("agent_shares_of").on(t.memberId)],
);

/** Members who may read a conversation of another. */
export const conversationShares = pgTable(
  "conversation_shares",
  {
    conversationId,
    memberId: memberRow(),
    createdAt,
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.memberId] }),
    index("conversation_shares_of").on(t.memberId),
  ],
);

/**
 * Members with whom a board is shared without its agent. They see what the member `shared_by` sees on it. `member_id`: null
 * in the row of all members except guests.
 */
export const boardShares = pgTable(
  "board_shares",
  {
    agentId,
    /** Without a reference, so that the sharing outlasts the deletion of a board, which can be undone. */
    boardId: uuid("board_id").notNull(),
    memberId: uuid("member_id").references(() => members.id, { onDelete: "cascade" }),
    right: text("right", { enum: BOARD_RIGHTS }).notNull(),
    sharedBy: uuid("shared_by")
      .notNull()
      .references(() => members.id, { onDelete: "cascade" }),
    createdAt,
  },
  (t) => [
    uniqueIndex("board_shares_by_name").on(t.agentId, t.boardId, t.memberId),
    uniqueIndex("board_shares_everyone").on(t.agentId, t.boardId).where(sql`member_id is null`),
    index("board_shares_of").on(t.memberId),
  ],
);
