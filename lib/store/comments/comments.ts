import { and, asc, count, eq, inArray, isNotNull, isNull, sql as raw, type SQL } from "drizzle-orm";
import { commentReads, comments, members } from "@/drizzle/schema";
import type { Place } from "@/lib/shared/chat/points";
import type { CommentTarget, NewComment } from "@/lib/shared/comments/target";
import { type Comment, type CommentCount, MAX_COMMENTS, targetKey } from "@/lib/shared/comments/view";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import { isOfVisible } from "@/lib/store/members/visible";

export type Author = { memberId: string; name: string } | { visitorId: string; name: string; slug: string };
/** A reader: a member, or a visitor of an app. */
export type Reader = { memberId: string } | { visitorId: string };

const at = (agentId: string, target: CommentTarget): SQL | undefined =>
  and(
    eq(comments.agentId, agentId),
    eq(comments.target, targetKey(target)),
    isOfVisible(comments.conversationId),
  );

const isBy = (reader: Reader): SQL =>
  "memberId" in reader ? eq(comments.memberId, reader.memberId) : eq(comments.visitorId, reader.visitorId);

const tell = (agent: string, target: CommentTarget) =>
  publish({ type: "comments", agent, target: targetKey(target) });

/** Returns the comments of a target, the oldest first. */
export async function listComments(
  agentId: string,
  target: CommentTarget,
  reader: Reader,
): Promise<Comment[]> {
  return db()
    .select({
      ...{ id: comments.id, parentId: comments.parentId, text: comments.text, point: comments.point },
      author: raw<string>`coalesce(nullif(${members.name}, ''), ${comments.author})`,
      isOwn: raw<boolean>`coalesce(${isBy(reader)}, false)`,
      isVisitor: raw<boolean>`${comments.strangerOf} is not null`,
      shown: comments.shown,
      createdAt: raw<string>`to_json(${comments.createdAt})`,
      isEdited: raw<boolean>`${comments.editedAt} is not null`,
      isDeleted: raw<boolean>`${comments.deletedAt} is not null`,
      isResolved: raw<boolean>`${comments.resolvedAt} is not null`,
    })
    .from(comments)
    .leftJoin(members, eq(members.id, comments.memberId))
    .where(at(agentId, target))
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(MAX_COMMENTS);
}

const scopeOf = (target: CommentTarget) => ({
  conversationId: target.kind === "surface" ? target.conversation : null,
  boardId: target.kind === "tile" ? target.board : null,
  appId: target.kind === "app" ? target.app : null,
});

/** Stores a comment and returns its id. A reply opens a resolved thread again. Throws `not_found` or `conflict`. */
export async function addComment(
  agentId: string,
  target: CommentTarget,
  author: Author,
  { text, parentId, point, shown }: Omit<NewComment, "point"> & { point?: Place },
): Promise<string> {
  const id = await sql().begin(async (tx) => {
    await lockName(tx, `comments ${targetKey(target)}`);
    const [all] = await db(tx).select({ count: count() }).from(comments).where(at(agentId, target));
    if ((all?.count ?? 0) >= MAX_COMMENTS)
      throw new AppError(
        "conflict",
        `There are ${MAX_COMMENTS} comments here, the maximum. Delete some first.`,
      );
    if (parentId !== undefined) {
      const [thread] = await db(tx)
        .update(comments)
        .set({ resolvedAt: null })
        .where(and(at(agentId, target), eq(comments.id, parentId), isNull(comments.parentId)))
        .returning({ id: comments.id });
      if (!thread) throw noComment();
    }
    const by =
      "memberId" in author
        ? { memberId: author.memberId }
        : { visitorId: author.visitorId, strangerOf: author.slug };
    const [row] = await db(tx)
      .insert(comments)
      .values({
        ...{ agentId, target: targetKey(target), ...scopeOf(target), ...by, author: author.name },
        ...{ text, parentId, point, shown },
      })
      .returning({ id: comments.id });
    return row?.id ?? "";
  });
  tell(agentId, target);
  return id;
}

export const noComment = () =>
  new AppError("not_found", "This comment does not exist. It may have been deleted.");

/** Changes the text of an own comment. Throws `not_found`. */
export async function editComment(
  agentId: string,
  target: CommentTarget,
  id: string,
  { author, text }: { author: Reader; text: string },
): Promise<void> {
  const changed = await db()
    .update(comments)
    .set({ text, editedAt: raw`now()` })
    .where(and(at(agentId, target), eq(comments.id, id), isBy(author), isNull(comments.deletedAt)))
    .returning({ id: comments.id });
  if (changed.length === 0) throw noComment();
  tell(agentId, target);
}

/** Resolves a thread or opens it again. Throws `not_found`. */
export async function resolveComment(
  agentId: string,
  target: CommentTarget,
  id: string,
  isResolved: boolean,
): Promise<void> {
  const changed = await db()
    .update(comments)
    .set({ resolvedAt: isResolved ? raw`now()` : null })
    .where(and(at(agentId, target), eq(comments.id, id), isNull(comments.parentId)))
    .returning({ id: comments.id });
  if (changed.length === 0) throw noComment();
  tell(agentId, target);
}

/**
 * Deletes a comment of its author; without an author, anyone's. The first of a thread with replies stays without its
 * text. Throws `not_found`.
 */
export async function deleteComment(
  agentId: string,
  target: CommentTarget,
  id: string,
  author: Reader | null,
): Promise<void> {
  await sql().begin(async (tx) => {
    await lockName(tx, `comments ${targetKey(target)}`);
    const own = and(at(agentId, target), eq(comments.id, id), author ? isBy(author) : undefined);
    const [found] = await db(tx).select({ parentId: comments.parentId }).from(comments).where(own);
    if (!found) throw noComment();
    const [replies] = await db(tx).select({ count: count() }).from(comments).where(eq(comments.parentId, id));
    if ((replies?.count ?? 0) > 0) {
      const nothing = { text: "", point: null, deletedAt: raw`now()` };
      await db(tx).update(comments).set(nothing).where(eq(comments.id, id));
      return;
    }
    await db(tx).delete(comments).where(eq(comments.id, id));
    if (found.parentId !== null) await deleteEmptyThread(tx, found.parentId);
  });
  tell(agentId, target);
}

/** Deletes the first comment of a thread if it was deleted before and its last reply is gone. */
async function deleteEmptyThread(tx: Parameters<typeof lockName>[0], id: string): Promise<void> {
  const [replies] = await db(tx).select({ count: count() }).from(comments).where(eq(comments.parentId, id));
  if ((replies?.count ?? 0) === 0)
    await db(tx)
      .delete(comments)
      .where(and(eq(comments.id, id), isNotNull(comments.deletedAt)));
}

/** Marks the comments of a target as read by a member. */
export async function markCommentsRead(
  agentId: string,
  target: CommentTarget,
  memberId: string,
): Promise<void> {
  const key = { agentId, memberId, target: targetKey(target) };
  await db()
    .insert(commentReads)
    .values({ ...key, readAt: raw`now()` })
    .onConflictDoUpdate({
      target: [commentReads.agentId, commentReads.memberId, commentReads.target],
      set: { readAt: raw`now()` },
    });
}

type CountedPlace = { conversation: string } | { board: string } | { apps: true };

/** Counts the comments of each target of a conversation, of a board, or of the agent's apps, for a member. */
export async function countComments(
  agentId: string,
  place: CountedPlace,
  memberId: string,
): Promise<CommentCount[]> {
  const within =
    "conversation" in place
      ? eq(comments.conversationId, place.conversation)
      : "board" in place
        ? eq(comments.boardId, place.board)
        : isNotNull(comments.appId);
  return db()
    .select({
      target: comments.target,
      open: raw<number>`(count(*) filter (where ${comments.parentId} is null and ${comments.resolvedAt} is null))::int`,
      unread: raw<number>`(count(*) filter (where ${comments.deletedAt} is null
        and ${comments.memberId} is distinct from ${memberId}::uuid
        and (${commentReads.readAt} is null or ${comments.createdAt} > ${commentReads.readAt})))::int`,
    })
    .from(comments)
    .leftJoin(
      commentReads,
      and(
        eq(commentReads.agentId, comments.agentId),
        eq(commentReads.memberId, memberId),
        eq(commentReads.target, comments.target),
      ),
    )
    .where(and(eq(comments.agentId, agentId), within, isOfVisible(comments.conversationId)))
    .groupBy(comments.target);
}

/** Returns the slugs of the apps whose visitors wrote in the threads of these comments. Throws `not_found`. */
export async function strangersIn(agentId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db()
    .select({ id: comments.id, strangerOf: comments.strangerOf, parentId: comments.parentId })
    .from(comments)
    .where(
      and(
        eq(comments.agentId, agentId),
        isOfVisible(comments.conversationId),
        raw`(${inArray(comments.id, [...ids])} or ${inArray(comments.parentId, [...ids])})`,
      ),
    );
  if (ids.some((id) => !rows.some((row) => row.id === id))) throw noComment();
  return [...new Set(rows.flatMap(({ strangerOf }) => strangerOf ?? []))];
}
