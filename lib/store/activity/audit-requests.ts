import type { AuditRequestPage, Verdict } from "@/lib/shared/audit/contract";
import { sql } from "@/lib/store/db";
import { conversationOf, noCursor } from "@/lib/store/loop/call-cursor";
import type { Conversation, RequestRow } from "@/lib/store/rows";
import { type Part, toIso } from "./audit";

/** With its number as text, which a cursor needs. */
type Row = Omit<RequestRow, "id" | "agentId"> & { id: string; title: Conversation["title"] | null };

const PAGE = 50;
const MAX_ID = 9_223_372_036_854_775_807n;

export type RequestFilter = {
  tool?: string;
  conversation?: string;
  /** `[conversation, message, call]` of one call. */
  call?: readonly [string, string, string];
  verdict?: Verdict;
  /** Part of a host, in lower case. */
  host?: string;
};

/** What went to the network, or was kept from it, newest first; with a call or without. */
export async function listRequests(
  agentId: string,
  filter: RequestFilter,
  { cursor, limit = PAGE }: Part = {},
): Promise<AuditRequestPage> {
  const before = cursor === undefined ? null : readId(cursor);
  const rows = await sql()<Row[]>`
    select r.id::text, r.tool, r.conversation_id as "conversationId", r.message_id as "messageId",
      r.tool_call_id as "toolCallId", case when c.deleted_at is null then c.title end as title, r.via, r.method, r.url,
      r.host, r.address, r.status, r.sent::float8, r.received::float8, r.ms, r.verdict, r.reason,
      r.created_at as "createdAt"
    from (
      select * from requests r where r.agent_id = ${agentId} ${narrowed(filter)}
        ${before === null ? sql()`` : sql()`and r.id < ${before}::bigint`}
      order by r.id desc limit ${limit + 1}) r
    ${conversationOf(sql()`r.conversation_id`)}
    order by r.id desc`;
  const requests = rows.slice(0, limit).map((row) => ({ ...row, createdAt: toIso(row.createdAt) }));
  const last = requests.at(-1);
  return { requests, ...(rows.length > limit && last && { nextCursor: last.id }) };
}

function narrowed({ tool, conversation, call, verdict, host }: RequestFilter) {
  const parts = [
    tool === undefined ? sql()`` : sql()`and r.tool = ${tool}`,
    conversation === undefined ? sql()`` : sql()`and r.conversation_id = ${conversation}`,
    call === undefined ? sql()`` : ofCall(call),
    verdict === undefined ? sql()`` : VERDICT[verdict](),
    host === undefined ? sql()`` : sql()`and strpos(r.host, ${host}) > 0`,
  ] as const;
  return sql()`${parts[0]} ${parts[1]} ${parts[2]} ${parts[3]} ${parts[4]}`;
}

const ofCall = ([conversation, message, call]: readonly [string, string, string]) =>
  sql()`and r.conversation_id = ${conversation} and r.message_id = ${message} and r.tool_call_id = ${call}`;

/** As words of the statement: only so the planner knows that the index of what was not allowed will do. */
const VERDICT: Record<Verdict, () => ReturnType<ReturnType<typeof sql>>> = {
  refused: () => sql()`and r.verdict = 'refused' and r.verdict <> 'allowed'`,
  failed: () => sql()`and r.verdict = 'failed' and r.verdict <> 'allowed'`,
  allowed: () => sql()`and r.verdict = 'allowed'`,
};

function readId(cursor: string): string {
  if (/^\d{1,19}$/.test(cursor) && BigInt(cursor) <= MAX_ID) return cursor;
  throw noCursor();
}
