import type { AuditCall, Verdict } from "@/lib/shared/audit/contract";
import { sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/given";
import { findCalledTools } from "@/lib/store/hot/called-tools";
import { after, conversationOf, newestFirst, placeInTime, writeCursor } from "@/lib/store/loop/call-cursor";
import type { Conversation, ToolCallRow } from "@/lib/store/rows";

const PAGE = 50;
const MAX_ERROR = 500;
/** Characters of JSON of an input: enough for its gist. */
const MAX_INPUT = 4_000;
const MAX_HOSTS = 5;

export type CallFilter = {
  tool?: string;
  conversation?: string;
  /** Only calls that the code of this call made: conversation, message, call. */
  parent?: [string, string, string];
  verdict?: Verdict;
  /** Only calls that went to the network, or tried to. */
  network?: "only";
};
export type Part = { cursor?: string; limit?: number };

export type CallRow = Pick<
  ToolCallRow,
  | "conversationId"
  | "messageId"
  | "toolCallId"
  | "parentToolCallId"
  | "status"
  | "error"
  | "durationMs"
  | "createdAt"
> &
  Pick<AuditCall, "resultBytes" | "requests" | "nested"> & {
    tool: ToolCallRow["toolName"];
    /** Null while the conversation is deleted. */
    title: Conversation["title"] | null;
    /** The start of its JSON; null while the conversation is deleted. */
    input: string | null;
    /** The time as a cursor has it. */
    at: string;
  };

/**
 * Calls of all tools, newest first, each with what went to the network for it. It stays by hand, and here: the order, the cursor
 * and the conversation are parts of statements of `loop`.
 */
export async function listAuditCalls(
  agentId: string,
  filter: CallFilter,
  { cursor, limit = PAGE }: Part = {},
): Promise<{ calls: CallRow[]; nextCursor?: string }> {
  const rows = await sql()<CallRow[]>`
    select t.conversation_id as "conversationId", t.message_id as "messageId", t.tool_call_id as "toolCallId",
      t.parent_tool_call_id as "parentToolCallId", (
        select count(*)::int from tool_calls n where n.conversation_id = t.conversation_id and n.message_id = t.message_id
          and n.parent_tool_call_id = t.tool_call_id) as nested,
      case when c.deleted_at is null then c.title end as title, t.tool_name as tool, t.status,
      case when c.deleted_at is null then left(t.error, ${MAX_ERROR}) end as error,
      case when c.deleted_at is null then left(t.input::text, ${MAX_INPUT}) end as input,
      t.duration_ms as "durationMs", case when t.status = 'ok' then octet_length(t.output::text) end as "resultBytes", r.requests,
      t.created_at as "createdAt", ${placeInTime()} as at
    from (
      select * from tool_calls t where t.agent_id = ${agentId} ${narrowed(filter)} ${after(cursor)}
      ${newestFirst()} limit ${limit + 1}) t
    ${conversationOf(sql()`t.conversation_id`)}
    cross join lateral (${requestsOfCall()}) r
    ${newestFirst()}`;
  const calls = rows.slice(0, limit).map((row) => ({ ...row, createdAt: toIso(row.createdAt) }));
  const last = calls.at(-1);
  return { calls, ...(rows.length > limit && last && { nextCursor: writeCursor(last) }) };
}

/** Names of tools that were called, by name. */
export async function listAuditTools(agentId: string): Promise<string[]> {
  const rows = await findCalledTools(agentId);
  return rows.map(({ name }) => name);
}

/** A page in the browser and its connections are the same traffic seen twice, so the larger figure of both counts. */
const requestsOfCall = () => sql()`
  select json_build_object(
    'count', greatest(count(*) filter (where r.via = 'page'), count(*) filter (where r.via = 'connection'))
      + count(*) filter (where r.via = 'fetch'),
    'refused', count(*) filter (where r.verdict = 'refused'),
    'failed', count(*) filter (where r.verdict = 'failed'),
    'received', coalesce(greatest(sum(r.received) filter (where r.via = 'page'),
      sum(r.received) filter (where r.via = 'connection')), 0) + coalesce(sum(r.received) filter (where r.via = 'fetch'), 0),
    'hosts', coalesce((select json_agg(h.host order by h.first) from (
      select o.host, min(o.id) as first from requests o
      where o.conversation_id = t.conversation_id and o.message_id = t.message_id and o.tool_call_id = t.tool_call_id
        and o.host <> ''
      group by o.host order by min(o.id) limit ${MAX_HOSTS}) h), '[]')) as requests
  from requests r
  where r.conversation_id = t.conversation_id and r.message_id = t.message_id and r.tool_call_id = t.tool_call_id`;

function narrowed({ tool, conversation, parent, verdict, network }: CallFilter) {
  const ofTool = tool === undefined ? sql()`` : sql()`and t.tool_name = ${tool}`;
  const ofConversation =
    conversation === undefined ? sql()`` : sql()`and t.conversation_id = ${conversation}`;
  const onNetwork = network === undefined ? sql()`` : sql()`and ${has(sql()`true`)}`;
  const [at, message, call] = parent ?? [];
  const below =
    parent === undefined
      ? sql()``
      : sql()`and t.conversation_id = ${at ?? null} and t.message_id = ${message ?? null} and t.parent_tool_call_id = ${call ?? null}`;
  return sql()`${ofTool} ${ofConversation} ${below} ${onNetwork} ${verdict === undefined ? sql()`` : WITH[verdict]()}`;
}

const WITH: Record<Verdict, () => Sql> = {
  refused: () => sql()`and (t.status = 'denied' or ${has(sql()`r.verdict = 'refused'`)})`,
  failed: () => sql()`and (t.status in ('error', 'unknown') or ${has(sql()`r.verdict = 'failed'`)})`,
  allowed: () => sql()`and t.status = 'ok' and not ${has(sql()`r.verdict <> 'allowed'`)}`,
};

const has = (what: Sql): Sql => sql()`exists (
  select from requests r where r.conversation_id = t.conversation_id and r.message_id = t.message_id
    and r.tool_call_id = t.tool_call_id and ${what})`;

export const toIso = (time: string): string => new Date(time).toISOString();
