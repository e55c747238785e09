import type { ISql } from "postgres";
import type { Because } from "@/lib/shared/tools/because";
import { sql } from "@/lib/store/db";
import type { AskRow, Conversation } from "@/lib/store/rows";
import { after, newestFirst, placeInTime, writeCursor } from "./call-cursor";

const PAGE = 50;
/** Nobody needs to know of more. */
const MAX_COUNT = 1_000;
/** What opened longer ago is not told any more: who was away finds it in the inbox. */
const TELL_WITHIN_S = 3_600;

export type OpenAsk = Pick<
  AskRow,
  "agentId" | "conversationId" | "messageId" | "toolCallId" | "toolName" | "kind" | "input" | "createdAt"
> &
  Pick<Conversation, "title" | "origin"> & {
    because: Because | null;
    /** Of one that a helper asks: its agent, and the conversation for which it works. */
    from?: { agent: string; name: string };
    asker?: { agentId: string; conversationId: string };
  };

export type OpenAskPage = { asks: OpenAsk[]; nextCursor?: string };
type Paging = { agentId?: string; cursor?: string; limit?: number };

/** What waits for the person in all conversations, of one agent or of all, newest first. */
export async function listOpenAsks({ agentId, cursor, limit = PAGE }: Paging = {}): Promise<OpenAskPage> {
  const rows = await sql()<(OpenAsk & { at: string })[]>`
    select t.agent_id as "agentId", t.conversation_id as "conversationId", t.message_id as "messageId",
      t.tool_call_id as "toolCallId", t.tool_name as "toolName", t.kind, t.input, t.because, t.created_at as "createdAt",
      c.title, c.origin, h.from, h.asker, ${placeInTime()} as at
    from asks t ${whereItStands()} left join lateral (
      select json_build_object('agent', g.id, 'name', g.name) as from,
        json_build_object('agentId', h.asker_agent_id, 'conversationId', h.asker_conversation_id) as asker
      from helpers h join agents g on g.id = h.agent_id
      where h.conversation_id = t.conversation_id and h.settled_at is null) h on true
    where ${isOpen(agentId)} ${after(cursor)} ${newestFirst()} limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    asks: page.map(({ at: _, from, asker, ...ask }) => ({
      ...ask,
      createdAt: new Date(ask.createdAt).toISOString(),
      ...(from && asker && { from, asker }),
    })),
    ...(rows.length > limit && last && { nextCursor: writeCursor(last) }),
  };
}

export type OpenAskCount = {
  count: number;
  /** Of them: nobody has heard of them yet. */
  untold: number;
  /** Of them: they opened while no tab was looked at. */
  away: number;
};

/** How much waits for the person; no more than a thousand are counted. */
export async function countOpenAsks(agentId?: string): Promise<OpenAskCount> {
  const [row] = await sql()<OpenAskCount[]>`
    select count(*)::int as count, (count(*) filter (where told is null))::int as untold,
      (count(*) filter (where told = 'away'))::int as away
    from (select t.told from asks t ${whereItStands()} where ${isOpen(agentId)} ${newestFirst()} limit ${MAX_COUNT}) open`;
  return row ?? { count: 0, untold: 0, away: 0 };
}

/** The person looks at a tab that shows how much waits: what nobody has heard of yet need not be told otherwise. */
export async function markSeen(agentId?: string): Promise<void> {
  await sql()`update asks t set told = 'seen' where ${isOpen(agentId)} and t.told is null`;
}

export type Untold = Pick<AskRow, "agentId" | "conversationId" | "toolName" | "kind">;

/** What has waited so long without being seen, each given once, to whoever asks first. */
export async function claimUntold(on: ISql, unseenMs: number): Promise<Untold[]> {
  return on<Untold[]>`
    update asks t set told = 'away' where ${isOpen()} and t.told is null
      and t.created_at > now() - ${TELL_WITHIN_S} * interval '1 s' and t.created_at <= now() - ${unseenMs} * interval '1 ms'
      and exists (select from ${standing()})
    returning t.agent_id as "agentId", t.conversation_id as "conversationId", t.tool_name as "toolName", t.kind`;
}

/** Of an ask `t`; the index on what is awaited has the same condition. What its helpers ask is an agent's, too. */
const isOpen = (agentId?: string) => sql()`
  t.status = 'open' and t.awaits ${
    agentId === undefined
      ? sql()``
      : sql()`and (t.agent_id = ${agentId} or exists (
          select from helpers h where h.conversation_id = t.conversation_id and h.settled_at is null
            and (h.asker_agent_id = ${agentId} or ${agentId} = any(h.payers))))`
  }`;

/** The conversation of an ask `t` that is not deleted, whose run waits, and which shows the branch on which it was asked. */
const standing = () => sql()`
  conversations c join messages m on m.conversation_id = c.id join runs r on r.conversation_id = c.id
  where c.id = t.conversation_id and c.deleted_at is null and m.id = t.message_id and m.active
    and r.id = t.run_id and r.status = 'waiting'`;

/** Looked up for each ask: how few are open a planner cannot know, and would read all conversations. */
const whereItStands = () => sql()`
  cross join lateral (select c.title, c.origin from ${standing()} limit 1) c`;
