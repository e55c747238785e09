import { type Helper, MAX_HELPERS } from "@/lib/shared/chat/helpers";
import { asJson, sql } from "@/lib/store/db";
import { helpersBelow } from "@/lib/store/message-queries";
import type { AskRow, HelperRow } from "@/lib/store/rows";
import type { Place } from "./branches";
import type { Asker, RunContext, RunError, RunStatus } from "./run-context";
import { beginOn, type Start, type Task } from "./runs";

export type NewHelper = Pick<
  HelperRow,
  | ("askerAgentId" | "askerConversationId" | "askerRunId" | "askerMessageId" | "toolCallId")
  | ("depth" | "payers" | "isAwaited")
>;

type HelperStart = Start & { task: Task; helper: NewHelper; askers: readonly Asker[] };

/**
 * Begins the conversation of a helper: once, however often it is asked for. `full`: as many as may be are at work for its
 * asker; `over`: the run that asks has ended, or was told to.
 */
export async function beginHelper({
  helper,
  askers,
  ...first
}: HelperStart): Promise<{ outcome: "begun"; run: RunContext } | { outcome: "duplicate" | "full" | "over" }> {
  const { agentId, conversationId, task } = first;
  const { askerConversationId, askerRunId, isAwaited, depth, payers } = helper;
  return sql().begin(async (tx) => {
    // Who stops the asker from now on finds the helper.
    const [asker] = await tx`
      select from runs where id = ${askerRunId} and status = 'running' and stop_requested is null for share`;
    if (!asker) return { outcome: "over" };
    await tx`select pg_advisory_xact_lock(hashtext('easel helpers'), hashtext(${askerConversationId}))`;
    const [row] = await tx<{ isThere: boolean; open: number }[]>`
      select exists (select from conversations where id = ${conversationId}) as "isThere", (
        select count(*)::int from helpers h join runs r on r.conversation_id = h.conversation_id
        where h.asker_conversation_id = ${askerConversationId} and h.settled_at is null and r.status in ('running', 'waiting')) as open`;
    if (row?.isThere) return { outcome: "duplicate" };
    if ((row?.open ?? 0) >= MAX_HELPERS) return { outcome: "full" };
    const [begun] = await beginOn(tx, first, { isNext: false });
    if (begun?.outcome !== "begun") throw new Error("The conversation of a helper did not begin");
    await tx`
      insert into helpers (conversation_id, agent_id, asker_agent_id, asker_conversation_id, asker_run_id, asker_message_id,
        tool_call_id, depth, payers, is_awaited, unattended)
      values (${conversationId}, ${agentId}, ${helper.askerAgentId}, ${askerConversationId}, ${askerRunId}, ${helper.askerMessageId},
        ${helper.toolCallId}, ${depth}, array(select value::uuid from json_array_elements_text(${asJson(payers)}::json)), ${isAwaited}, ${task.unattended})`;
    return { outcome: "begun", run: { ...begun.run, helper: { depth, payers, askers: [...askers] } } };
  });
}

/** A helper as it stands, for who has asked it. */
export type HelperState = {
  agentId: string;
  /** Of its latest run; null where its conversation was deleted. */
  status: RunStatus | null;
  error: RunError | null;
  /** The parts of the last message that its model wrote. */
  parts: unknown[];
  readWeb: string[];
};

/** Null where the call has begun none. */
export async function readHelper(id: string): Promise<HelperState | null> {
  const [row] = await sql()<HelperState[]>`
    select h.agent_id as "agentId", case when c.deleted_at is null then r.status end as status, r.error,
      coalesce(m.parts, '[]') as parts, to_json(c.read_web) as "readWeb"
    from helpers h join conversations c on c.id = h.conversation_id
      left join lateral (${latestRun()}) r on true
      left join messages m on m.conversation_id = c.id and m.id = r.message_id
    where h.conversation_id = ${id}`;
  return row ?? null;
}

/** Of a conversation `c`. */
const latestRun = () => sql()`
  select id, status, error, message_id, steps, started_at, ended_at from runs
  where conversation_id = c.id order by started_at desc, id limit 1`;

/** Its end is known where it was asked. */
export const settleHelper = (id: string) =>
  sql()`update helpers set settled_at = now() where conversation_id = ${id} and settled_at is null`;

/** Of a conversation, the helpers in which something runs or waits. */
export const openHelpers = (askerConversationId: string) =>
  sql()<Place[]>`
    select h.agent_id as "agentId", h.conversation_id as "conversationId" from helpers h
    where h.asker_conversation_id = ${askerConversationId} and h.settled_at is null
      and exists (select from runs r where r.conversation_id = h.conversation_id and r.status in ('running', 'waiting'))`;

/** Those below a conversation, also of its helpers, that wait for the person. */
export const waitingBelow = (conversationId: string) =>
  sql()<Place[]>`
    select h.agent_id as "agentId", h.conversation_id as "conversationId" from (${helpersBelow(sql()`${conversationId}::uuid`)}) h
    where h.settled_at is null
      and exists (select from runs r where r.conversation_id = h.conversation_id and r.status = 'waiting')`;

/** Helpers that a call waits for whose run is over: nobody wants to know of their end. */
export const orphans = () =>
  sql()<Place[]>`
    select h.agent_id as "agentId", h.conversation_id as "conversationId" from helpers h
    where h.settled_at is null and h.is_awaited
      and not exists (select from runs r where r.id = h.asker_run_id and r.status in ('running', 'waiting'))`;

/** Open asks of a run `r` that wait for a helper, which does not wait for the person any more. */
const isInVain = () => sql()`
  a.status = 'open' and a.because->>'kind' = 'helper' and r.status = 'waiting' and not exists (
    select from runs w join conversations c on c.id = w.conversation_id and c.deleted_at is null
    where w.conversation_id = (a.because->>'conversationId')::uuid and w.status = 'waiting')`;

/** Conversations whose calls wait for nothing any more. */
export const waitingInVain = () =>
  sql()<Place[]>`
    select distinct r.agent_id as "agentId", r.conversation_id as "conversationId"
    from helpers h join runs r on r.id = h.asker_run_id join asks a on a.run_id = r.id and a.message_id = r.message_id
    where h.settled_at is null and ${isInVain()}`;

/** Those calls of a conversation. */
export async function callsInVain(conversationId: string): Promise<string[]> {
  const rows = await sql()<{ id: string }[]>`
    select a.tool_call_id as id from runs r join asks a on a.run_id = r.id and a.message_id = r.message_id
    where r.conversation_id = ${conversationId} and ${isInVain()}`;
  return rows.map(({ id }) => id);
}

/** What came of a helper that worked in the background, and is not told yet. */
export type Untold = HelperState & {
  conversationId: string;
  name: string;
  title: string;
  unattended: boolean;
  askerAgentId: string;
  askerConversationId: string;
};

/** Those that can be told now: their asker is there, and does not wait for the person. */
export const untoldHelpers = () =>
  sql()<Untold[]>`
    select h.conversation_id as "conversationId", h.agent_id as "agentId", g.name, c.title, h.unattended,
      h.asker_agent_id as "askerAgentId", h.asker_conversation_id as "askerConversationId",
      case when c.deleted_at is null then r.status end as status, r.error, coalesce(m.parts, '[]') as parts, to_json(c.read_web) as "readWeb"
    from helpers h join conversations c on c.id = h.conversation_id join agents g on g.id = h.agent_id
      join conversations o on o.id = h.asker_conversation_id and o.deleted_at is null
      join agents b on b.id = h.asker_agent_id and b.deleted_at is null and b.archived_at is null
      left join lateral (${latestRun()}) r on true
      left join messages m on m.conversation_id = c.id and m.id = r.message_id
    where h.settled_at is null and not h.is_awaited
      and (c.deleted_at is not null or r.status not in ('running', 'waiting'))
      and not exists (select from runs w where w.conversation_id = o.id and w.status = 'waiting')
    order by r.ended_at limit 50`;

/** Those that are at work for a conversation end with what is stopped there: nobody is to be told of their end. */
export const abandonHelpers = (askerConversationId: string) =>
  sql()`
    update helpers set is_awaited = true where asker_conversation_id = ${askerConversationId} and settled_at is null and not is_awaited`;

/** Whose helper a conversation is whose end is not known yet: from the nearest asker to the first. */
export async function askersAbove(conversationId: string): Promise<Asker[]> {
  return sql()<Asker[]>`
    select a.asker_agent_id as "agentId", a.asker_conversation_id as "conversationId" from helpers h
      join helpers a on a.settled_at is null and a.conversation_id in (h.conversation_id, h.asker_conversation_id)
    where h.conversation_id = ${conversationId} and h.settled_at is null order by a.depth desc`;
}

/** The call of a conversation for which a helper works, by itself or through a helper of its own. */
export async function callAbove(
  helperId: string,
  askerConversationId: string,
): Promise<Pick<AskRow, "messageId" | "toolCallId"> | null> {
  const [row] = await sql()<Pick<AskRow, "messageId" | "toolCallId">[]>`
    select a.asker_message_id as "messageId", a.tool_call_id as "toolCallId" from helpers h
      join helpers a on a.conversation_id in (h.conversation_id, h.asker_conversation_id)
    where h.conversation_id = ${helperId} and a.asker_conversation_id = ${askerConversationId}`;
  return row ?? null;
}

/** An open ask of a helper of the conversation, or of one of its helpers; of several with the id, the newest. */
export async function findHelperAsk(
  { agentId, conversationId }: Place,
  toolCallId: string,
  messageId: string | null,
): Promise<(Place & { isOpen: boolean }) | null> {
  const [row] = await sql()<(Place & { isOpen: boolean })[]>`
    select a.agent_id as "agentId", a.conversation_id as "conversationId", a.status = 'open' as "isOpen"
    from (${helpersBelow(sql()`${conversationId}::uuid`)}) h join asks a on a.conversation_id = h.conversation_id
      join conversations c on c.id = h.conversation_id and c.deleted_at is null
      join conversations o on o.id = ${conversationId} and o.agent_id = ${agentId} and o.deleted_at is null
    where a.tool_call_id = ${toolCallId} and (${messageId}::text is null or a.message_id = ${messageId})
      and coalesce(a.because->>'kind', '') <> 'helper'
    order by a.status = 'open' desc, a.created_at desc limit 1`;
  return row ?? null;
}

type Listed = Omit<Helper, "doing"> & { parts: unknown[] };

/** The helpers of a conversation, the newest first, as its chat shows them. */
export async function listHelpers({ agentId, conversationId }: Place): Promise<Listed[]> {
  return sql()<Listed[]>`
    select h.conversation_id as "conversationId", (
        select json_agg(b.conversation_id) from helpers b
        where b.conversation_id = h.conversation_id or b.asker_conversation_id = h.conversation_id) as conversations,
      json_build_object('id', g.id, 'name', g.name, 'mark', g.mark) as agent,
      h.agent_id = h.asker_agent_id as "isSelf", h.asker_message_id as "messageId", h.tool_call_id as "toolCallId", c.title,
      h.is_awaited as "isAwaited", case when c.deleted_at is null then r.status end as status, r.error->>'message' as error,
      coalesce(m.parts, '[]') as parts, spent.steps, spent.tokens, spent.cost, to_json(h.created_at) as "startedAt",
      to_json(r.ended_at) as "endedAt"
    from helpers h join conversations o on o.id = h.asker_conversation_id and o.agent_id = ${agentId} and o.deleted_at is null
      join conversations c on c.id = h.conversation_id join agents g on g.id = h.agent_id
      left join lateral (${latestRun()}) r on true
      left join messages m on m.conversation_id = c.id and m.id = r.message_id
      cross join lateral (
        select sum((w.metadata->'usage'->>'cost')::float8) as cost,
          coalesce(sum((w.metadata->'usage'->>'inputTokens')::float8 + (w.metadata->'usage'->>'outputTokens')::float8), 0)::int as tokens,
          coalesce(sum((select count(*) from json_array_elements(w.parts) p where p->>'type' = 'step-start')), 0)::int as steps
        from messages w where w.conversation_id = c.id and w.role = 'assistant' and w.active) spent
    where h.asker_conversation_id = ${conversationId} order by h.created_at desc limit ${MAX_LISTED}`;
}

/** Who has more has long ended ones among them. */
const MAX_LISTED = 100;
