import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import type { Tried } from "@/lib/shared/proofs/contract";
import { asJson, sql, toIso } from "@/lib/store/db";
import { andVisible } from "@/lib/store/members/visible";
import type { RunStatus } from "./run-context";

/** A turn that has ended: a message of the user, and the answer to it. */
export type Turn = {
  conversationId: string;
  /** The answer. */
  messageId: string;
  parts: unknown;
  metadata: MessageMetadata | null;
  status: "completed" | "failed";
  startedAt: string;
  /** System prompt and notes that the conversation has. */
  identity: string;
  /** Web origins whose text the conversation has read. */
  readWeb: string[];
  said: { id: string; parts: unknown };
  /** Call of the first question or approval that it waited for; null if there was none. */
  firstAsk: string | null;
};

/** The text of a version, or for a skill its name and the tools that read skills. */
export type UsedVersion =
  | { kind: Exclude<Tried, "skill">; text: string }
  | { kind: "skill"; name: string; tools: string[] };

type Wanted = {
  agentId: string;
  /** The version that the turns used; any if missing. */
  used?: UsedVersion;
  /** Codes of failures that say nothing about the turn. */
  excused: readonly string[];
  /** When the turns began at the earliest, and ended at the latest. */
  since?: string;
  before?: string;
  /** Only this answer. */
  messageId?: string;
  conversationId?: string;
  order: "newest" | "oldest";
  limit: number;
};

/**
 * Lists turns of chats that used a version, without those of programs, contacts, jobs and subagents. Only conversations that
 * the acting member may read. Raw SQL: lateral join.
 */
export async function listTurns(wanted: Wanted): Promise<Turn[]> {
  const { agentId, used, excused, since, before, messageId, conversationId, order, limit } = wanted;
  const rows = await sql()<Turn[]>`
    select r.conversation_id as "conversationId", m.id as "messageId", m.parts, m.metadata, r.status, c.identity, to_json(c.read_web) as "readWeb",
      r.started_at as "startedAt", json_build_object('id', u.id, 'parts', u.parts) as said,
      (select a.tool_call_id from asks a where a.conversation_id = m.conversation_id and a.message_id = m.id and a.awaits
        order by a.created_at, a.tool_call_id limit 1) as "firstAsk"
    from runs r
    join conversations c on c.id = r.conversation_id and c.deleted_at is null and c.contact is null and c.origin = 'chat'
      ${andVisible(sql()`c`)}
    join messages m on m.conversation_id = r.conversation_id and m.id = r.message_id and m.active
    join lateral (select u.id, u.parts, u.role from messages u
      where u.conversation_id = m.conversation_id and u.active and u.position < m.position
      order by u.position desc limit 1) u on u.role = 'user'
    where r.agent_id = ${agentId} and r.status in ('completed', 'failed') and not r.unattended and r.client is null
      and r.steps > 0 and ${usedBy(used)}
      and coalesce(r.error->>'code', '') not in (select json_array_elements_text(${asJson(excused)}::json))
      and (${since ?? null}::timestamptz is null or r.started_at >= ${since ?? null}::timestamptz)
      and (${before ?? null}::timestamptz is null or r.ended_at < ${before ?? null}::timestamptz)
      and (${messageId ?? null}::text is null or m.id = ${messageId ?? null})
      and (${conversationId ?? null}::uuid is null or c.id = ${conversationId ?? null}::uuid)
    order by r.started_at ${order === "newest" ? sql()`desc` : sql()`asc`} limit ${limit}`;
  return rows.map((row) => ({ ...row, startedAt: toIso(row.startedAt) }));
}

/** A conversation has the texts that were live when it began, and a run the skills that its calls read. */
function usedBy(used: UsedVersion | undefined) {
  if (!used) return sql()`true`;
  if (used.kind !== "skill") return sql()`strpos(c.identity, ${used.text}) > 0`;
  const named = `"name":${JSON.stringify(used.name)}`;
  return sql()`exists (select from tool_calls t where t.run_id = r.id and t.status = 'ok' and strpos(t.input::text, ${named}) > 0
    and t.tool_name in (select json_array_elements_text(${asJson(used.tools)}::json)))`;
}

export type TurnEnd = Pick<Turn, "parts" | "metadata"> & { status: RunStatus; code: string | null };

/** Reads how the last run of a conversation stands; null if it has none. */
export async function readTurnEnd(conversationId: string): Promise<TurnEnd | null> {
  const [row] = await sql()<TurnEnd[]>`
    select r.status, r.error->>'code' as code, m.parts, m.metadata
    from runs r join messages m on m.conversation_id = r.conversation_id and m.id = r.message_id
    where r.conversation_id = ${conversationId} order by r.started_at desc limit 1`;
  return row ?? null;
}
