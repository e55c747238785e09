import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import type { SheetFacts } from "@/lib/shared/chat/surfaces/sheets";
import { AppError } from "@/lib/shared/errors";
import type { Because } from "@/lib/shared/tools/because";
import { identity, LEARNED } from "@/lib/store/agents/identity";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/given";
import { helpersBelow } from "@/lib/store/message-queries";
import type { AskRow, Conversation, Run } from "@/lib/store/rows";
import { isShown } from "@/lib/store/search/conversation-list";
import type { StoredMessage } from "./run-context";

export type ConversationView = {
  conversation: Pick<
    Conversation,
    | ("id" | "title" | "origin" | "model" | "successors" | "pinnedSurface" | "approvedTools")
    | ("createdAt" | "updatedAt")
  > & {
    pinned: boolean;
    /**
     * Where another version of the system prompt is live than the one that this conversation began with or was last
     * summarised with: which version it has, if that is still known, and which is live.
     */
    prompt: { version: number | null; live: number } | null;
    /** Whether it ends as soon as nothing in it runs or waits. */
    isEnding: boolean;
    endedAt: string | null;
    /** Of one that has ended: what was said in it, in short. */
    summary: string | null;
    /** The conversation that goes on from this one, and the one that this goes on from. */
    continuedBy: { id: string; title: string } | null;
    continues: { id: string; title: string } | null;
  };
  /** The branch that is shown, oldest first. The message of a running run is not in it: the stream replays it whole. */
  messages: (StoredMessage & { metadata: MessageMetadata })[];
  /** Whether messages before these were left out, where only the last were asked for. */
  hasEarlier?: boolean;
  run: Pick<Run, "id" | "status" | "messageId" | "error" | "pending" | "startedAt"> | null;
  asks: (Pick<AskRow, "toolCallId" | "toolName" | "kind" | "messageId" | "input" | "awaits" | "createdAt"> & {
    /** Why an approval asks, where it is not the tool's own policy. */
    because: Because | null;
    /** Of one that a helper asks: its conversation and its agent. It is answered here all the same. */
    conversationId?: string;
    from?: { agent: string; name: string };
  })[];
  /** Of sheets with which the person has done something. */
  sheets: SheetFacts[];
};

/** A conversation as it is at one moment: with all messages of the branch that is shown, or the `last` so many. */
export async function readConversation(
  agentId: string,
  id: string,
  { last }: { last?: number } = {},
): Promise<ConversationView | null> {
  // One more tells whether there are more.
  const text = await conversationJson(agentId, id, last === undefined ? undefined : last + 1);
  if (text === null) return null;
  const view: ConversationView = JSON.parse(text);
  if (last === undefined || view.messages.length <= last) return view;
  return { ...view, messages: view.messages.slice(1), hasEarlier: true };
}

/**
 * The ConversationView as JSON text, made by the database in one statement: a long conversation is not taken apart and
 * put together again on its way out. With at most the `last` messages.
 */
export async function conversationJson(agentId: string, id: string, last?: number): Promise<string | null> {
  const [row] = await sql()<{ view: string }[]>`
    with c as (
      select * from conversations where id = ${id} and agent_id = ${agentId} and deleted_at is null
    ), r as (
      select * from runs r where conversation_id = ${id} and ${isShown()} order by started_at desc, id limit 1
    ), v as (
      select coalesce(parent_id, '') as parent, role, json_agg(id order by position) as ids from messages
      where conversation_id = ${id} and exists (select from messages where conversation_id = ${id} and not active)
      group by parent_id, role having count(*) > 1
    )
    select json_build_object(
      'conversation', json_build_object('id', c.id, 'title', c.title, 'origin', c.origin, 'createdAt', c.created_at, 'updatedAt', c.updated_at,
        'model', c.model, 'successors', c.successors, 'pinned', c.pinned_at is not null, 'pinnedSurface', c.pinned_surface, 'approvedTools', c.approved_tools, 'prompt', ${otherPrompt()},
        'isEnding', c.divide_at is not null, 'endedAt', c.ended_at, 'summary', c.summary,
        'continuedBy', ${neighbour(sql()`n.id = c.continued_by`)}, 'continues', ${neighbour(sql()`n.continued_by = c.id`)}),
      'messages', coalesce((select json_agg(json_build_object('id', m.id, 'role', m.role, 'parts', m.parts,
          'metadata', case when m.metadata is null and v.ids is null then json_build_object('createdAt', m.created_at)
            else json_build_object('createdAt', m.created_at, 'versions', v.ids, 'model', m.metadata->'model',
              'succession', m.metadata->'succession', 'refusedTools', m.metadata->'refusedTools', 'recalled', m.metadata->'recalled', 'usage', m.metadata->'usage', 'calls', m.metadata->'calls',
              'cause', m.metadata->'cause', 'program', m.metadata->'program', 'helper', m.metadata->'helper') end) order by m.position)
        from (
          select m.* from messages m where m.conversation_id = ${id} and m.active
            and not exists (select from r where r.status = 'running' and r.message_id = m.id)
          order by m.position desc limit ${last ?? null}
        ) m left join v on v.parent = coalesce(m.parent_id, '') and v.role = m.role), '[]'),
      'run', (select json_build_object('id', r.id, 'status', r.status, 'messageId', r.message_id, 'error', r.error, 'startedAt', r.started_at,
        'pending', r.pending) from r),
      'asks', coalesce((select json_agg(case when h.from is null then json_build_object(${askFields()})
          else json_build_object(${askFields()}, 'conversationId', a.conversation_id, 'from', h.from) end order by a.created_at, a.tool_call_id)
        from (
          select c.id as conversation_id, null::json as from
          union all
          select h.conversation_id, json_build_object('agent', g.id, 'name', g.name) from (${helpersBelow(sql()`c.id`)}) h
            join conversations hc on hc.id = h.conversation_id and hc.deleted_at is null join agents g on g.id = h.agent_id
          where h.settled_at is null
        ) h join asks a on a.conversation_id = h.conversation_id
          join messages m on m.conversation_id = a.conversation_id and m.id = a.message_id
        where a.status = 'open' and m.active and coalesce(a.because->>'kind', '') <> 'helper' and (h.from is null or a.awaits)), '[]'),
      'sheets', coalesce((select json_agg(json_build_object('id', s.message_id || '/' || s.tool_call_id, 'version', s.version,
          'isClosed', s.closed_at is not null, 'hasFailed', s.failed)) from sheets s where s.conversation_id = c.id), '[]'))::text as view
    from c`;
  return row?.view ?? null;
}

/** The fields of an ask `a`. */
const askFields = () => sql()`
  'toolCallId', a.tool_call_id, 'toolName', a.tool_name, 'kind', a.kind, 'messageId', a.message_id, 'input', a.input,
  'because', a.because, 'awaits', a.awaits, 'createdAt', a.created_at`;

/** A conversation `n` before or after a conversation `c`. */
const neighbour = (is: Sql) => sql()`(
  select json_build_object('id', n.id, 'title', n.title) from conversations n where ${is} and n.deleted_at is null)`;

/** By the text that a conversation `c` keeps: a version with the same text is the same. */
const otherPrompt = () => sql()`(
  select json_build_object('live', a.prompt_version, 'version', (
    select version from revisions r
    where r.agent_id = a.id and r.kind = 'system_prompt' and r.content #>> '{}' ~ '\\S' and starts_with(c.identity, r.content #>> '{}')
    order by length(r.content #>> '{}') desc, version desc limit 1))
  from agents a where a.id = c.agent_id and case when a.system_prompt ~ '\\S'
    then c.identity <> a.system_prompt and not starts_with(c.identity, a.system_prompt || E'\n\n' || ${LEARNED}::text)
    else c.identity <> '' and not starts_with(c.identity, ${LEARNED}::text) end)`;

/** The parts of one message. */
export async function readMessage(conversationId: string, id: string): Promise<unknown> {
  const [row] = await sql()<{ parts: unknown }[]>`
    select parts from messages where conversation_id = ${conversationId} and id = ${id}`;
  return row?.parts ?? [];
}

/** Whether the message of this id is the agent's. */
export async function isWritten(conversationId: string, id: string): Promise<boolean> {
  const [row] = await sql()`
    select from messages where conversation_id = ${conversationId} and id = ${id} and role = 'assistant'`;
  return row !== undefined;
}

export type ConversationChange = {
  title?: string;
  model?: string | null;
  /** Null: those of the settings. */
  successors?: readonly string[] | null;
  pinned?: boolean;
  pinnedSurface?: string | null;
  approvedTools?: readonly string[];
  /** Goes on with system prompt and learned notes as they are now, from its next message on. */
  newestPrompt?: boolean;
};

/** Changes what is given; the conversation keeps its place in the list, but for the pin. */
export async function changeConversation(
  agentId: string,
  id: string,
  {
    title,
    model,
    successors,
    pinned,
    pinnedSurface,
    approvedTools,
    newestPrompt = false,
  }: ConversationChange,
): Promise<void> {
  const changed = await sql()`
    update conversations set
      title = coalesce(${title ?? null}, title),
      titled_by = case when ${title !== undefined} then 'person' else titled_by end,
      model = case when ${model !== undefined} then ${model ?? null} else model end,
      successors = case when ${successors === undefined} then successors when ${successors === null} then null
        else array(select json_array_elements_text(${asJson(successors ?? [])}::json)) end,
      pinned_at = case when ${pinned === true} then coalesce(pinned_at, now()) when ${pinned !== false} then pinned_at end,
      pinned_surface = case when ${pinnedSurface !== undefined} then ${pinnedSurface ?? null} else pinned_surface end,
      approved_tools = case when ${approvedTools !== undefined}
        then array(select json_array_elements_text(${asJson(approvedTools ?? [])}::json)) else approved_tools end,
      identity = case when ${newestPrompt}
        then (select ${identity()} from agents a where a.id = conversations.agent_id) else identity end
    where id = ${id} and agent_id = ${agentId} and deleted_at is null returning id`;
  if (changed.length === 0) throw noConversation(id);
  publish({ type: "conversation", agent: agentId, id });
  if (pinnedSurface !== undefined) publish({ type: "pins", agent: agentId });
}

type Head = Pick<Conversation, "title" | "model" | "endedAt"> & { live: Run["status"] | null };

/** What a conversation is called, which model answers in it, and whether something runs or waits. */
export async function readConversationHead(agentId: string, id: string): Promise<Head | null> {
  const [row] = await sql()<Head[]>`
    select title, model, ended_at as "endedAt",
      (select status from runs where conversation_id = c.id and status in ('running', 'waiting')) as live
    from conversations c where id = ${id} and agent_id = ${agentId} and deleted_at is null`;
  return row ?? null;
}

/** Throws unless the agent has this conversation. */
export async function requireConversation(agentId: string, id: string): Promise<void> {
  const [row] = await sql()`
    select from conversations where id = ${id} and agent_id = ${agentId} and deleted_at is null`;
  if (!row) throw noConversation(id);
}

export const noConversation = (id: string) => new AppError("not_found", `There is no conversation ${id}.`);
