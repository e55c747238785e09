import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, json, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Place } from "@/lib/shared/chat/points";
import { agentId } from "./agents";
import { apps, appVisitors } from "./apps";
import { at, createdAt } from "./columns";
import { conversations } from "./conversations";
import { memberRow, members } from "./members";

/** Comments of members and visitors on a surface of a conversation, on a tile of a board, or on a published app. */
export const comments = pgTable(
  "comments",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    agentId,
    /** The surface, tile or app, as `targetKey` of `lib/shared/comments` writes it. */
    target: text("target").notNull(),
    /** The conversation, the board or the app of the target. */
    conversationId: uuid("conversation_id").references(() => conversations.id, { onDelete: "cascade" }),
    boardId: uuid("board_id"),
    appId: uuid("app_id").references(() => apps.id, { onDelete: "cascade" }),
    /** The comment that this one replies to; null for the first of a thread. */
    parentId: uuid("parent_id").references((): AnyPgColumn => comments.id, { onDelete: "cascade" }),
    memberId: uuid("member_id").references(() => members.id, { onDelete: "set null" }),
    visitorId: uuid("visitor_id").references(() => appVisitors.id, { onDelete: "set null" }),
    /** The slug of the app, whose visitors are strangers; null for a comment of a member. */
    strangerOf: text("stranger_of"),
    /** The author's name when the comment was written. */
    author: text("author").notNull(),
    /** Empty for a deleted comment that has replies. */
    text: text("text").notNull(),
    /** The place that the author pointed at, in the version `shown` of the target. */
    point: json("point").$type<Place>(),
    shown: text("shown"),
    createdAt,
    editedAt: at("edited_at"),
    deletedAt: at("deleted_at"),
    resolvedAt: at("resolved_at"),
  },
  (t) => [
    index("comments_of").on(t.agentId, t.target, t.createdAt),
    index("comments_conversation").on(t.conversationId),
    index("comments_board").on(t.agentId, t.boardId),
    index("comments_app").on(t.appId),
    index("comments_replies").on(t.parentId),
    check("comments_target", sql`num_nonnulls(${t.conversationId}, ${t.boardId}, ${t.appId}) = 1`),
  ],
);

/** When a member last opened the comments of a target. */
export const commentReads = pgTable(
  "comment_reads",
  {
    agentId,
    memberId: memberRow(),
    target: text("target").notNull(),
    readAt: at("read_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.agentId, t.memberId, t.target] })],
);
