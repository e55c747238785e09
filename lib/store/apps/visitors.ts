import { and, count, desc, eq, isNotNull, sql as raw } from "drizzle-orm";
import { appVisitors, appWrites } from "@/drizzle/schema";
import type { ListedVisitor } from "@/lib/shared/apps/views";
import { db, sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import type { AppRow } from "./apps";

export type VisitorRow = typeof appVisitors.$inferSelect;
type NewVisitor = { tokenHash: string | null; memberId: string | null; name: string; isUnlocked: boolean };

/** Stores a visitor with the next number of the app. A member's row is kept if there is one. */
export async function addVisitor(app: AppRow, visitor: NewVisitor): Promise<VisitorRow> {
  return sql().begin(async (tx) => {
    await lockName(tx, `app ${app.id}`);
    const [last] = await db(tx)
      .select({ number: raw<number>`coalesce(max(${appVisitors.number}), 0)::int` })
      .from(appVisitors)
      .where(eq(appVisitors.appId, app.id));
    const fields = { ...visitor, appId: app.id, agentId: app.agentId, link: app.link };
    const [row] = await db(tx)
      .insert(appVisitors)
      .values({ ...fields, number: (last?.number ?? 0) + 1 })
      .onConflictDoUpdate({
        target: [appVisitors.appId, appVisitors.memberId],
        set: { link: app.link, seenAt: raw`now()` },
      })
      .returning();
    if (!row) throw new Error("The visitor was not stored");
    return row;
  });
}

export async function readVisitor(
  app: AppRow,
  by: { tokenHash: string } | { memberId: string },
): Promise<VisitorRow | null> {
  const is =
    "tokenHash" in by ? eq(appVisitors.tokenHash, by.tokenHash) : eq(appVisitors.memberId, by.memberId);
  const [row] = await db()
    .select()
    .from(appVisitors)
    .where(and(eq(appVisitors.appId, app.id), is));
  return row ?? null;
}

export async function changeVisitor(
  id: string,
  change: Partial<Pick<VisitorRow, "name" | "isUnlocked" | "state" | "link">>,
): Promise<void> {
  await db()
    .update(appVisitors)
    .set({ ...change, seenAt: raw`now()` })
    .where(eq(appVisitors.id, id));
}

const DAYS = 30;

/** Deletes visitors without a name, writes and comments who were not seen for 30 days, and old counts of quotas. */
export async function forgetOldVisitors(): Promise<void> {
  await sql()`
    delete from app_visitors v where v.seen_at < now() - ${DAYS}::int * interval '1 day' and v.name = ''
      and not exists (select 1 from app_writes w where w.visitor_id = v.id)
      and not exists (select 1 from comments c where c.visitor_id = v.id)`;
  await sql()`delete from app_days where day < (now() at time zone 'utc')::date - 2`;
}

const MAX_LISTED = 500;

/** Returns the visitors who wrote, or who gave a name, seen last first. */
export async function listVisitors(appId: string): Promise<ListedVisitor[]> {
  const written = db()
    .select({
      visitorId: appWrites.visitorId,
      all: count().as("all_writes"),
      undone: count(appWrites.undoneAt).as("undone_writes"),
    })
    .from(appWrites)
    .where(and(eq(appWrites.appId, appId), isNotNull(appWrites.key)))
    .groupBy(appWrites.visitorId)
    .as("written");
  return db()
    .select({
      ...{ id: appVisitors.id, number: appVisitors.number, name: appVisitors.name },
      isMember: raw<boolean>`${appVisitors.memberId} is not null`,
      writes: raw<number>`coalesce(${written.all}, 0)::int`,
      undone: raw<number>`coalesce(${written.undone}, 0)::int`,
      seenAt: raw<string>`to_json(${appVisitors.seenAt})`,
    })
    .from(appVisitors)
    .leftJoin(written, eq(written.visitorId, appVisitors.id))
    .where(eq(appVisitors.appId, appId))
    .orderBy(desc(raw`coalesce(${written.all}, 0) > 0`), desc(appVisitors.seenAt))
    .limit(MAX_LISTED);
}

export async function hasVisitor(appId: string, id: string): Promise<boolean> {
  const found = await db()
    .select({ id: appVisitors.id })
    .from(appVisitors)
    .where(and(eq(appVisitors.appId, appId), eq(appVisitors.id, id)));
  return found.length > 0;
}
