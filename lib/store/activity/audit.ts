import { and, count, eq, exists, inArray, not, or, sql as raw, type SQL, type SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { requests, toolCalls } from "@/drizzle/schema";
import type { AuditCall, Verdict } from "@/lib/shared/audit/contract";
import { db, toIso } from "@/lib/store/db";
import { findCalledTools } from "@/lib/store/hot/audit";
import { after, conversationOf, newestFirst, placeInTime, writeCursor } from "@/lib/store/loop/call-cursor";
import { isOfVisible } from "@/lib/store/members/visible";

const PAGE = 50;
const MAX_ERROR = 500;
/** Characters of an input's JSON, enough for a summary. */
const MAX_INPUT = 4_000;
const MAX_HOSTS = 5;

export type CallFilter = {
  tool?: string;
  conversation?: string;
  /** Only calls made by the code of this call, given by the ids of the conversation, the message and the call. */
  parent?: [string, string, string];
  verdict?: Verdict;
  network?: "only";
};
export type Part = { cursor?: string; limit?: number };

/**
 * `at` is the time in the format of cursors. Title, error and input are null while the conversation is
 * deleted.
 */
export type CallRow = Awaited<ReturnType<typeof listAuditCalls>>["calls"][number];

/** Lists calls of all tools, newest first, each with a summary of its network requests. */
export async function listAuditCalls(
  agentId: string,
  filter: CallFilter,
  { cursor, limit = PAGE }: Part = {},
) {
  const page = db()
    .select()
    .from(toolCalls)
    .where(
      and(
        eq(toolCalls.agentId, agentId),
        isOfVisible(toolCalls.conversationId),
        ...narrowed(filter),
        after(toolCalls, cursor),
      ),
    )
    .orderBy(...newestFirst(toolCalls))
    .limit(limit + 1)
    .as("page");
  const conversation = conversationOf(page.conversationId);
  const unlessDeleted = (value: SQLWrapper) =>
    raw<string | null>`case when ${conversation.deletedAt} is null then ${value} end`;
  const inner = alias(toolCalls, "nested_call");
  const nested = db()
    .select({ count: count() })
    .from(inner)
    .where(
      and(
        ...[eq(inner.conversationId, page.conversationId), eq(inner.messageId, page.messageId)],
        eq(inner.parentToolCallId, page.toolCallId),
      ),
    );
  const traffic = requestsOf(page);
  const rows = await db()
    .select({
      ...{ conversationId: page.conversationId, messageId: page.messageId, toolCallId: page.toolCallId },
      ...{ parentToolCallId: page.parentToolCallId, nested: raw<number>`${nested}::int` },
      memberId: conversation.memberId,
      ...{ title: unlessDeleted(conversation.title), tool: page.toolName, status: page.status },
      error: unlessDeleted(raw`left(${page.error}, ${MAX_ERROR})`),
      input: unlessDeleted(raw`left(${page.input}::text, ${MAX_INPUT})`),
      durationMs: page.durationMs,
      resultBytes: raw<
        number | null
      >`case when ${page.status} = 'ok' then octet_length(${page.output}::text) end`,
      ...{ requests: traffic.requests, createdAt: page.createdAt, at: placeInTime(page) },
    })
    .from(page)
    .leftJoinLateral(conversation, raw`true`)
    .crossJoinLateral(traffic)
    .orderBy(...newestFirst(page));
  const calls = rows.slice(0, limit).map((row) => ({ ...row, createdAt: toIso(row.createdAt) }));
  const last = calls.at(-1);
  return { calls, ...(rows.length > limit && last && { nextCursor: writeCursor(last) }) };
}

export async function listAuditTools(agentId: string): Promise<string[]> {
  const rows = await findCalledTools(agentId);
  return rows.map(({ name }) => name);
}

type Call = Record<"conversationId" | "messageId" | "toolCallId", SQLWrapper>;

const isOf = (request: Call, call: Call) =>
  and(
    ...[eq(request.conversationId, call.conversationId), eq(request.messageId, call.messageId)],
    eq(request.toolCallId, call.toolCallId),
  );

/**
 * Combines the figures of browser pages with those of their connections: both record the same traffic, so the
 * larger figure counts.
 */
function requestsOf(call: Call) {
  const request = alias(requests, "request_of_call");
  const other = alias(requests, "host_of_call");
  const hosts = db()
    .select({ host: other.host, first: raw`min(${other.id})`.as("first") })
    .from(other)
    .where(and(isOf(other, call), raw`${other.host} <> ''`))
    .groupBy(other.host)
    .orderBy(raw`min(${other.id})`)
    .limit(MAX_HOSTS)
    .as("hosts");
  const list = db()
    .select({ list: raw`json_agg(${hosts.host} order by ${hosts.first})` })
    .from(hosts);
  const { via, verdict, received } = request;
  return db()
    .select({
      requests: raw<AuditCall["requests"]>`json_build_object(
        'count', greatest(count(*) filter (where ${via} = 'page'), count(*) filter (where ${via} = 'connection'))
          + count(*) filter (where ${via} = 'fetch'),
        'refused', count(*) filter (where ${verdict} = 'refused'),
        'failed', count(*) filter (where ${verdict} = 'failed'),
        'received', coalesce(greatest(sum(${received}) filter (where ${via} = 'page'),
          sum(${received}) filter (where ${via} = 'connection')), 0)
          + coalesce(sum(${received}) filter (where ${via} = 'fetch'), 0),
        'hosts', coalesce(${list}, '[]'))`.as("requests"),
    })
    .from(request)
    .where(isOf(request, call))
    .as("traffic");
}

function narrowed({ tool, conversation, parent, verdict, network }: CallFilter) {
  const [at, message, call] = parent ?? [];
  return [
    tool === undefined ? undefined : eq(toolCalls.toolName, tool),
    conversation === undefined ? undefined : eq(toolCalls.conversationId, conversation),
    at === undefined ? undefined : eq(toolCalls.conversationId, at),
    message === undefined ? undefined : eq(toolCalls.messageId, message),
    call === undefined ? undefined : eq(toolCalls.parentToolCallId, call),
    network === undefined ? undefined : has(),
    verdict === undefined ? undefined : WITH[verdict](),
  ];
}

const { status } = toolCalls;
const WITH: Record<Verdict, () => SQL | undefined> = {
  refused: () =>
    or(
      eq(status, "denied"),
      has((verdict) => raw`${verdict} = 'refused'`),
    ),
  failed: () =>
    or(
      inArray(status, ["error", "unknown"]),
      has((verdict) => raw`${verdict} = 'failed'`),
    ),
  allowed: () => and(eq(status, "ok"), not(has((verdict) => raw`${verdict} <> 'allowed'`))),
};

function has(isMeant?: (verdict: SQLWrapper) => SQL) {
  const any = alias(requests, "any_request");
  const found = db()
    .select({ id: any.id })
    .from(any)
    .where(and(isOf(any, toolCalls), isMeant?.(any.verdict)));
  return exists(found);
}
