import { and, asc, desc, eq, ne, not, sql as raw } from "drizzle-orm";
import { sessions } from "@/drizzle/schema";
import { log } from "@/lib/ground/base/log";
import { publish } from "@/lib/store/bus";
import { db } from "@/lib/store/db";
import type { Session } from "@/lib/store/rows";

export const SESSION_DAYS = 30;
const MAX_USER_AGENT = 400;
/** Resolution of `lastUsedAt`, which saves a write on most requests. */
const TOUCH_S = 60;

export type StoredSession = Pick<Session, "id" | "userAgent" | "createdAt" | "lastUsedAt">;

type NewSession = { memberId: string; key: string; userAgent: string };

/** Creates a session and deletes expired ones. */
export async function beginSession({ memberId, key, userAgent }: NewSession): Promise<string> {
  await db().delete(sessions).where(not(isLive()));
  const [row] = await db()
    .insert(sessions)
    .values({ memberId, key, userAgent: userAgent.slice(0, MAX_USER_AGENT) })
    .returning({ id: sessions.id });
  if (!row) throw new Error("The session was not stored");
  return row.id;
}

/** Returns the member and the key of a live session, or null. Updates `lastUsedAt` in the background. */
export async function readSession(id: string): Promise<Pick<Session, "memberId" | "key"> | null> {
  const [row] = await db()
    .select({
      ...{ memberId: sessions.memberId, key: sessions.key },
      isOld: raw<boolean>`${sessions.lastUsedAt} < now() - ${TOUCH_S} * interval '1 s'`,
    })
    .from(sessions)
    .where(and(eq(sessions.id, id), isLive()));
  if (!row) return null;
  const { isOld, ...session } = row;
  if (isOld) void touch(id);
  return session;
}

const touch = (id: string) =>
  db()
    .update(sessions)
    .set({ lastUsedAt: raw`now()` })
    .where(eq(sessions.id, id))
    .catch((error) => log.warn("The last use of a session was not stored", error));

const isLive = () => raw`${sessions.createdAt} > now() - ${SESSION_DAYS} * interval '1 day'`;

export async function listSessions(memberId: string, key: string): Promise<StoredSession[]> {
  const { id, userAgent, createdAt, lastUsedAt } = sessions;
  return db()
    .select({
      ...{ id, userAgent },
      createdAt: raw<string>`to_json(${createdAt})`,
      lastUsedAt: raw<string>`to_json(${lastUsedAt})`,
    })
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), eq(sessions.key, key), isLive()))
    .orderBy(desc(lastUsedAt), asc(id));
}

/** Ends a session of a member. All servers also close its open streams. Returns false if it does not exist. */
export async function endSession(memberId: string, id: string): Promise<boolean> {
  const ended = await db()
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.memberId, memberId)))
    .returning({ id: sessions.id });
  if (ended.length > 0) publish({ type: "session", id });
  return ended.length > 0;
}

/** Ends all sessions of a member, except `kept`. */
export async function endSessionsOf(memberId: string, kept?: string): Promise<void> {
  const ended = await db()
    .delete(sessions)
    .where(and(eq(sessions.memberId, memberId), kept === undefined ? undefined : ne(sessions.id, kept)))
    .returning({ id: sessions.id });
  for (const { id } of ended) publish({ type: "session", id });
}
