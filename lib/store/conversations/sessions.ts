import { and, asc, desc, eq, not, sql as raw } from "drizzle-orm";
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

/** Creates a session and deletes expired ones. */
export async function beginSession(key: string, userAgent: string): Promise<string> {
  await db().delete(sessions).where(not(isLive()));
  const [row] = await db()
    .insert(sessions)
    .values({ key, userAgent: userAgent.slice(0, MAX_USER_AGENT) })
    .returning({ id: sessions.id });
  if (!row) throw new Error("The session was not stored");
  return row.id;
}

/** Returns whether the session is valid. Updates `lastUsedAt` in the background. */
export async function isLiveSession(key: string, id: string): Promise<boolean> {
  const [row] = await db()
    .select({ isOld: raw<boolean>`${sessions.lastUsedAt} < now() - ${TOUCH_S} * interval '1 s'` })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.key, key), isLive()));
  if (row?.isOld) void touch(id);
  return row !== undefined;
}

const touch = (id: string) =>
  db()
    .update(sessions)
    .set({ lastUsedAt: raw`now()` })
    .where(eq(sessions.id, id))
    .catch((error) => log.warn("The last use of a session was not stored", error));

const isLive = () => raw`${sessions.createdAt} > now() - ${SESSION_DAYS} * interval '1 day'`;

export async function listSessions(key: string): Promise<StoredSession[]> {
  const { id, userAgent, createdAt, lastUsedAt } = sessions;
  return db()
    .select({
      ...{ id, userAgent },
      createdAt: raw<string>`to_json(${createdAt})`,
      lastUsedAt: raw<string>`to_json(${lastUsedAt})`,
    })
    .from(sessions)
    .where(and(eq(sessions.key, key), isLive()))
    .orderBy(desc(lastUsedAt), asc(id));
}

/** Ends a session. All servers also close its open streams. Returns false if it does not exist. */
export async function endSession(id: string): Promise<boolean> {
  const ended = await db().delete(sessions).where(eq(sessions.id, id)).returning({ id: sessions.id });
  if (ended.length > 0) publish({ type: "session", id });
  return ended.length > 0;
}

export async function endAllSessions(): Promise<void> {
  await db().delete(sessions);
  publish({ type: "session", id: null });
}
