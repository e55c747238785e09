import { and, desc, eq, sql as raw, type SQL } from "drizzle-orm";
import { requests } from "@/drizzle/schema";
import type { AuditRequestPage, Verdict } from "@/lib/shared/audit/contract";
import { db, toIso } from "@/lib/store/db";
import { conversationOf, noCursor } from "@/lib/store/loop/call-cursor";
import { isOfVisible } from "@/lib/store/members/visible";
import type { Part } from "./audit";

const PAGE = 50;
const MAX_ID = 9_223_372_036_854_775_807n;

export type RequestFilter = {
  tool?: string;
  conversation?: string;
  /** Only requests of this call, given by the ids of the conversation, the message and the call. */
  call?: readonly [string, string, string];
  verdict?: Verdict;
  /** Substring of the host, in lower case. */
  host?: string;
};

/** Lists network requests, refused ones included, newest first, with or without a call. */
export async function listRequests(
  agentId: string,
  filter: RequestFilter,
  { cursor, limit = PAGE }: Part = {},
): Promise<AuditRequestPage> {
  const page = db()
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.agentId, agentId),
        isOfVisible(requests.conversationId),
        ...narrowed(filter),
        cursor === undefined ? undefined : raw`${requests.id} < ${readId(cursor)}::bigint`,
      ),
    )
    .orderBy(desc(requests.id))
    .limit(limit + 1)
    .as("page");
  const conversation = conversationOf(page.conversationId);
  const rows = await db()
    .select({
      id: page.id,
      tool: page.tool,
      conversationId: page.conversationId,
      messageId: page.messageId,
      toolCallId: page.toolCallId,
      title: raw<string | null>`case when ${conversation.deletedAt} is null then ${conversation.title} end`,
      via: page.via,
      method: page.method,
      url: page.url,
      host: page.host,
      address: page.address,
      status: page.status,
      sent: page.sent,
      received: page.received,
      ms: page.ms,
      verdict: page.verdict,
      reason: page.reason,
      createdAt: page.createdAt,
    })
    .from(page)
    .leftJoinLateral(conversation, raw`true`)
    .orderBy(desc(page.id));
  const found = rows
    .slice(0, limit)
    .map((row) => ({ ...row, id: String(row.id), createdAt: toIso(row.createdAt) }));
  const last = found.at(-1);
  return { requests: found, ...(rows.length > limit && last && { nextCursor: last.id }) };
}

const narrowed = ({ tool, conversation, call, verdict, host }: RequestFilter) => [
  tool === undefined ? undefined : eq(requests.tool, tool),
  conversation === undefined ? undefined : eq(requests.conversationId, conversation),
  call === undefined ? undefined : ofCall(call),
  verdict === undefined ? undefined : VERDICT[verdict],
  host === undefined ? undefined : raw`strpos(${requests.host}, ${host}) > 0`,
];

const ofCall = ([conversation, message, call]: readonly [string, string, string]) =>
  and(
    eq(requests.conversationId, conversation),
    eq(requests.messageId, message),
    eq(requests.toolCallId, call),
  );

/**
 * Literals instead of parameters, so that the planner uses the partial index of requests that were not
 * allowed.
 */
const VERDICT: Record<Verdict, SQL> = {
  refused: raw`${requests.verdict} = 'refused' and ${requests.verdict} <> 'allowed'`,
  failed: raw`${requests.verdict} = 'failed' and ${requests.verdict} <> 'allowed'`,
  allowed: raw`${requests.verdict} = 'allowed'`,
};

function readId(cursor: string): string {
  if (/^\d{1,19}$/.test(cursor) && BigInt(cursor) <= MAX_ID) return cursor;
  throw noCursor();
}
