import postgres from "postgres";
import { relaxedSql, sql } from "@/lib/store/db";
import type { RequestRow } from "@/lib/store/rows";

const KEPT_DAYS = 30;
/** As many of an agent are kept. */
const KEPT = 100_000;
/** As many of one conversation: a page that asks without end pushes only its own out. */
const KEPT_OF_ONE = 20_000;
/** So many are removed at once that nobody has to wait. */
const AT_ONCE = 5_000;

export type NewRequest = Omit<RequestRow, "id" | "createdAt"> & {
  /** When it was over. */
  at: string;
};

/**
 * Keeps requests in their order, without waiting for the disk. Those of an agent that is gone are left out; a conversation
 * that is gone is no longer named.
 */
export async function insertRequests(rows: readonly NewRequest[]): Promise<void> {
  try {
    await insert(rows);
  } catch (error) {
    // Deleted between being looked up and being named: now it is gone.
    if (!(error instanceof postgres.PostgresError && error.code === "23503")) throw error;
    await insert(rows);
  }
}

const insert = (rows: readonly NewRequest[]) => relaxedSql()`
  insert into requests (agent_id, conversation_id, message_id, tool_call_id, tool, via, method, url, host, address, status,
    sent, received, ms, verdict, reason, created_at)
  select a.id, c.id, r."messageId", r."toolCallId", r.tool, r.via, r.method, r.url, r.host, r.address, r.status, r.sent,
    r.received, r.ms, r.verdict, r.reason, r.at
  from json_to_recordset(${JSON.stringify(rows.map((row, n) => ({ ...row, n })))}::json) as r(n int, "agentId" uuid,
    "conversationId" uuid, "messageId" text, "toolCallId" text, tool text, via text, method text, url text, host text,
    address text, status int, sent bigint, received bigint, ms int, verdict text, reason text, at timestamptz)
  join agents a on a.id = r."agentId"
  left join conversations c on c.id = r."conversationId" and c.agent_id = a.id
  order by r.n`;

const LIMITS = { days: KEPT_DAYS, rows: KEPT, ofOne: KEPT_OF_ONE };

/** Removes what is older than 30 days, and all but the newest 20,000 of a conversation and 100,000 of an agent. */
export async function forgetOldRequests(limits = LIMITS): Promise<void> {
  for (const { id } of await sql()<{ id: string }[]>`select id from agents`) {
    await untilGone(
      () => relaxedSql()`
      select id from (
        select id, row_number() over (partition by conversation_id order by id desc) as n from requests
        where agent_id = ${id}) r
      where n > ${limits.ofOne} limit ${AT_ONCE}`,
    );
    await untilGone(
      () => relaxedSql()`
      select id from requests where agent_id = ${id} order by id desc offset ${limits.rows} limit ${AT_ONCE}`,
    );
    // The oldest by number are the oldest by time, too, so that no index by time is needed.
    await untilGone(
      () => relaxedSql()`
      select id from (select id, created_at from requests where agent_id = ${id} order by id limit ${AT_ONCE}) r
      where created_at < now() - ${limits.days} * interval '1 day'`,
    );
  }
}

async function untilGone(which: () => ReturnType<ReturnType<typeof relaxedSql>>): Promise<void> {
  for (;;) {
    const { count } = await relaxedSql()`delete from requests where id in (${which()})`;
    if (count < AT_ONCE) return;
  }
}
