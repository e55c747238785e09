import { and, eq, exists, isNull, or, sql as raw, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { ISql } from "postgres";
import { conversationShares, conversations } from "@/drizzle/schema";
import { viewer } from "@/lib/ground/base/acting";
import { db, sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/sql-fragments";

/*
 * Conditions for conversations that the acting member may read, because they are the author or a reader. They are
 * empty in background work and while the owner is the only member.
 */

/**
 * Returns a condition for handwritten statements, which begins with `and`. `c` is the conversation's alias, and `on` the
 * client of the statement.
 */
export function andVisible(c: Sql, on: ISql = sql()): Sql {
  const member = viewer();
  return member === null
    ? on``
    : on`and (${c}.member_id = ${member} or ${c}.everyone or ${c}.origin = 'component' or exists (
        select from conversation_shares shared_with
        where shared_with.conversation_id = ${c}.id and shared_with.member_id = ${member}))`;
}

/**
 * Returns the expression for the name of the author of a conversation `c`, which is null for the acting member's own and
 * those of components. Returns null if the owner is alone, or in background work. The name of the owner can be empty.
 */
export function authorOf(c: Sql): Sql | null {
  const member = viewer();
  return member === null
    ? null
    : sql()`(select m.name from members m
        where m.id = ${c}.member_id and m.id <> ${member} and ${c}.origin <> 'component')`;
}

/** Returns the condition for drizzle's statements on `conversations`. */
export function isVisible(): SQL | undefined {
  const member = viewer();
  if (member === null) return undefined;
  const { memberId, everyone, origin } = conversations;
  return or(eq(memberId, member), everyone, eq(origin, "component"), isSharedWith(member));
}

/** Returns the condition for conversations that the acting member has written. */
export function isAuthor(): SQL | undefined {
  const member = viewer();
  return member === null ? undefined : eq(conversations.memberId, member);
}

export const isSharedWith = (memberId: string): SQL =>
  exists(
    db()
      .select({ one: raw`1` })
      .from(conversationShares)
      .where(
        and(
          eq(conversationShares.conversationId, conversations.id),
          eq(conversationShares.memberId, memberId),
        ),
      ),
  );

/** Returns the condition for rows that a conversation may be joined to: without one, or with a visible one. */
export function isUnderVisible(): SQL | undefined {
  const visible = isVisible();
  return visible && or(isNull(conversations.id), visible);
}

/** Returns the condition for files and calls: of no conversation, or of a visible one. */
export function isOfVisible(conversationId: PgColumn): SQL | undefined {
  const visible = isVisible();
  if (visible === undefined) return undefined;
  const of = db()
    .select({ one: raw`1` })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), visible));
  return or(isNull(conversationId), exists(of));
}

/** Like `isOfVisible`, for handwritten statements. `f` is the file's alias. */
export const andOfVisible = (f: Sql): Sql =>
  viewer() === null
    ? sql()``
    : sql()`and (${f}.conversation_id is null or exists (
        select from conversations visible_one
        where visible_one.id = ${f}.conversation_id ${andVisible(sql()`visible_one`)}))`;
