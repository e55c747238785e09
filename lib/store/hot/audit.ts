import { relaxedSql, sql } from "@/lib/store/db";
import type { RequestRow, ToolCallRow } from "@/lib/store/rows";

/**
 * CTE for the names of called tools. It jumps from one name to the next in the index instead of reading every
 * call.
 */
const calledTools = (agentId: string) => sql()`
  with recursive names as (
    (select tool_name as name from tool_calls where agent_id = ${agentId} order by tool_name limit 1)
    union all
    select (select tool_name from tool_calls where agent_id = ${agentId} and tool_name > names.name order by tool_name limit 1)
    from names where names.name is not null)
  select name from names where name is not null`;

type Name = { name: ToolCallRow["toolName"] };

/** Lists the names of tools that an agent has called. Raw SQL: a recursive query. */
export const findCalledTools = (agentId: string) => sql()<Name[]>`${calledTools(agentId)}`;

type StatsRow = Name & { calls: number; failures: number; medianMs: number | null; lastAt: string };

/**
 * Returns statistics for `tool`, or for each tool that the agent has called. They cover the newest calls of the
 * last 30 days, at most `newest` for each tool. Raw SQL: the list of names is recursive.
 */
export const findToolStats = (agentId: string, tool: string | undefined, newest: number) => sql()<StatsRow[]>`
  select tool_name as name, count(*)::int as calls,
    (count(*) filter (where status in ('error', 'unknown')))::int as failures,
    percentile_cont(0.5) within group (order by duration_ms) as "medianMs", max(created_at) as "lastAt"
  from (${tool === undefined ? calledTools(agentId) : sql()`select ${tool} as name`}) tools cross join lateral (
    select tool_name, status, duration_ms, created_at from tool_calls t
    where t.agent_id = ${agentId} and t.tool_name = tools.name and created_at > now() - interval '30 days'
      and status in ('ok', 'error', 'unknown')
    order by created_at desc limit ${newest}) newest
  group by tool_name`;

type NewRequest = Omit<RequestRow, "id" | "createdAt"> & { at: string };

/**
 * Inserts requests in order. Skips those of deleted agents, and leaves out deleted conversations. Raw SQL:
 * inserts a selection from several tables.
 */
export const addRequests = (rows: readonly NewRequest[]) => relaxedSql()`
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
