import { log } from "@/lib/ground/base/log";
import { publish } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import type { Session } from "@/lib/store/rows";

export const SESSION_DAYS = 30;
const MAX_USER_AGENT = 400;
/** How exact "last used" is: not every request is a write. */
const TOUCH_S = 60;

export type StoredSession = Pick<Session, "id" | "userAgent" | "createdAt" | "lastUsedAt">;

/** Begins one, and forgets those that are over. */
export async function beginSession(key: string, userAgent: string): Promise<string> {
  const [row] = await sql()<{ id: string }[]>`
    with over as (
      delete from sessions where created_at < now() - ${SESSION_DAYS} * interval '1 day'
    )
    insert into sessions (key, user_agent) values (${key}, ${userAgent.slice(0, MAX_USER_AGENT)}) returning id`;
  if (!row) throw new Error("The session was not stored");
  return row.id;
}

/** Whether it has not ended; notes that it was used. */
export async function isLiveSession(key: string, id: string): Promise<boolean> {
  const [row] = await sql()<{ isOld: boolean }[]>`
    select last_used_at < now() - ${TOUCH_S} * interval '1 s' as "isOld" from sessions
    where id = ${id} and key = ${key} and created_at > now() - ${SESSION_DAYS} * interval '1 day'`;
  if (row?.isOld) void touch(id);
  return row !== undefined;
}

const touch = (id: string) =>
  sql()`update sessions set last_used_at = now() where id = ${id}`.catch((error) =>
    log.warn("When a session was last used was not stored", error),
  );

/** The newest used first. */
export async function listSessions(key: string): Promise<StoredSession[]> {
  return sql()<StoredSession[]>`
    select id, user_agent as "userAgent", to_json(created_at) as "createdAt", to_json(last_used_at) as "lastUsedAt"
    from sessions where key = ${key} and created_at > now() - ${SESSION_DAYS} * interval '1 day'
    order by last_used_at desc, id`;
}

/** Ends one, also on streams that are open, on every server. False when there is none. */
export async function endSession(id: string): Promise<boolean> {
  const ended = await sql()`delete from sessions where id = ${id} returning id`;
  if (ended.length > 0) publish({ type: "session", id });
  return ended.length > 0;
}

export async function endAllSessions(): Promise<void> {
  await sql()`delete from sessions`;
  publish({ type: "session", id: null });
}
