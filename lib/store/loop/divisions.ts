import { randomUUID } from "node:crypto";
import type { SessionPart } from "@/lib/shared/chat/session";
import { isAppError } from "@/lib/shared/errors";
import { identity } from "@/lib/store/agents/identity";
import { settingsOf } from "@/lib/store/agents/settings";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import { keepFact, publishFact } from "@/lib/store/memory/memories";
import { identityOrigins, identityThrough, newestLast } from "@/lib/store/origins";
import type { Conversation } from "@/lib/store/rows";
import type { Place } from "./branches";
import { liveStatus } from "./branches";
import { noConversation } from "./conversations";
import type { StoredMessage } from "./run-context";

/*
 * A conversation may be divided: it ends with a summary of what was said, stays readable, and the next message to it begins
 * another one, which goes on from that summary.
 */

/** A fact that a summary is kept as. */
const CATEGORY = "session";

/** Notes that a conversation is to end when nothing in it runs or waits. One that has ended stays as it is. */
export async function askToDivide({ agentId, conversationId }: Place): Promise<void> {
  const [row] = await sql()`
    update conversations set divide_at = case when ended_at is null then coalesce(divide_at, now()) end
    where id = ${conversationId} and agent_id = ${agentId} and deleted_at is null returning id`;
  if (!row) throw noConversation(conversationId);
  publish({ type: "conversation", agent: agentId, id: conversationId });
}

export type Undivided = Pick<Conversation, "origin" | "contact" | "jobId" | "model" | "readWeb"> & {
  settings: Record<string, unknown> | null;
  /** The branch that is shown, oldest first. */
  history: StoredMessage[] | null;
  /** Position of its newest message, on whatever branch. */
  through: string;
  run: "running" | "waiting" | null;
  /** Whether what waits, waits for the person. */
  isAwaited: boolean;
};

/** What an end needs to know; null where the conversation has ended, or is not there. */
export async function readUndivided({ agentId, conversationId }: Place): Promise<Undivided | null> {
  const [row] = await sql()<Undivided[]>`
    select c.origin, c.contact, c.job_id as "jobId", c.model, to_json(c.read_web) as "readWeb",
      ${settingsOf(sql()`c.agent_id`)} as settings,
      (select json_agg(json_build_object('id', m.id, 'role', m.role, 'parts', m.parts) order by m.position)
        from messages m where m.conversation_id = c.id and m.active) as history,
      (select coalesce(max(m.position), 0)::text from messages m where m.conversation_id = c.id) as through,
      (select status from runs where conversation_id = c.id and status in ('running', 'waiting')) as run,
      exists (select from asks a where a.conversation_id = c.id and a.status = 'open' and a.awaits) as "isAwaited"
    from conversations c
    where c.id = ${conversationId} and c.agent_id = ${agentId} and c.ended_at is null and c.deleted_at is null`;
  return row ?? null;
}

export type Ending = {
  summary: string;
  /** What the summary has read of: `Undivided.through`. */
  through: string;
  /** The summary as a fact of the layer short; null keeps none. */
  fact: string | null;
};

/**
 * Ends a conversation: its summary, the fact and the end are one. `busy`: something was said or begun since the summary was
 * made; `gone`: it has ended already, or is not there.
 */
export async function endConversation(
  { agentId, conversationId }: Place,
  { summary, through, fact }: Ending,
): Promise<"ended" | "busy" | "gone"> {
  const outcome = await sql().begin(async (tx) => {
    // Who begins a run writes this row, too, and finds then that it has ended.
    const [held] = await tx<Pick<Conversation, "readWeb">[]>`
      update conversations set divide_at = divide_at
      where id = ${conversationId} and agent_id = ${agentId} and ended_at is null and deleted_at is null
      returning to_json(read_web) as "readWeb"`;
    if (!held) return "gone";
    if (await liveStatus(tx, conversationId)) return "busy";
    const [newer] = await tx`
      select from messages where conversation_id = ${conversationId} and position > ${through}::bigint limit 1`;
    if (newer) return "busy";
    const by = { author: "system", cause: { session: { conversationId } }, origins: held.readWeb } as const;
    const source = { conversationId, ...(held.readWeb.length > 0 && { pages: held.readWeb.slice(-50) }) };
    const wanted = { layer: "short", content: fact ?? "", category: CATEGORY, source } as const;
    const kept = fact === null ? null : await keepFact(tx, agentId, wanted, by).catch(unlessFull);
    await tx`
      update conversations set ended_at = now(), summary = ${summary}, divide_at = null where id = ${conversationId}`;
    return { kept };
  });
  if (typeof outcome === "string") return outcome;
  if (outcome.kept?.isNew) publishFact(agentId, outcome.kept.id);
  publish({ type: "conversation", agent: agentId, id: conversationId });
  return "ended";
}

/** Where no more facts fit, the summary stands on the conversation alone. */
function unlessFull(error: unknown): null {
  if (isAppError(error)) return null;
  throw error;
}

type Ended = Pick<Conversation, "title" | "summary" | "continuedBy"> & { endedAt: string };

/**
 * The conversation that goes on from an ended one: the one that is there, or else made, with the summary as its first
 * message. Of several who ask at once all get the same. What the web has marked stays marked; what points at the
 * ended one, and its pin in the list, go along. Null where it has not ended.
 */
export async function continueFrom(
  { agentId, conversationId }: Place,
  title: string,
): Promise<string | null> {
  const id = randomUUID();
  const next = await sql().begin(async (tx) => {
    // Who asks at the same moment waits here, and then finds the one that was made.
    const [old] = await tx<Ended[]>`
      select title, summary, continued_by as "continuedBy", ended_at as "endedAt" from conversations
      where id = ${conversationId} and agent_id = ${agentId} and ended_at is not null and deleted_at is null for update`;
    if (!old) return null;
    const [there] = await tx`select from conversations where id = ${old.continuedBy} and deleted_at is null`;
    if (there && old.continuedBy) return old.continuedBy;
    const part: SessionPart = {
      conversationId,
      title: old.title,
      endedAt: new Date(old.endedAt).toISOString(),
      summary: old.summary ?? "",
    };
    await tx`
      insert into conversations (id, agent_id, title, titled_by, origin, contact, job_id, identity, model, successors, read_web, read_through, pinned_at)
      select ${id}, a.id, case when c.titled_by = 'person' then c.title else ${title} end,
        case when c.titled_by = 'person' then 'person' else 'words' end, c.origin, c.contact, c.job_id, ${identity()}, c.model, c.successors,
        ${newestLast(sql()`c.read_web || ${identityOrigins()}`)}, ${newestLast(sql()`c.read_through || ${identityThrough()}`)}, c.pinned_at
      from conversations c join agents a on a.id = c.agent_id where c.id = ${conversationId}`;
    await tx`
      insert into messages (conversation_id, id, agent_id, role, parts)
      values (${id}, ${randomUUID()}, ${agentId}, 'user', ${asJson([{ type: "data-session", data: part }])}::json)`;
    await tx`update conversations set continued_by = ${id}, pinned_at = null where id = ${conversationId}`;
    await tx`
      update jobs set conversation_id = ${id} where agent_id = ${agentId} and conversation_id = ${conversationId}`;
    await tx`
      update channel_chats set conversation_id = ${id}
      where agent_id = ${agentId} and conversation_id = ${conversationId}`;
    return id;
  });
  if (next === id)
    for (const changed of [conversationId, id])
      publish({ type: "conversation", agent: agentId, id: changed });
  return next;
}

/** Conversations that were asked to end, and may now. */
export async function listAsked(limit: number): Promise<Place[]> {
  return [
    ...(await sql()<Place[]>`
      select c.agent_id as "agentId", c.id as "conversationId" from conversations c
      where c.divide_at is not null and c.deleted_at is null and ${atRest()} order by c.divide_at limit ${limit}`),
  ];
}

/** What a time of division ends. */
export type Division = {
  origins: readonly Conversation["origin"][];
  /** Conversations that began before it. */
  at: Date;
  /** And were used since then. */
  since: Date;
};

/** Conversations of an agent that a time of division ends, the longest unused first. */
export async function listDue(
  agentId: string,
  { origins, at, since }: Division,
  limit: number,
): Promise<Place[]> {
  return [
    ...(await sql()<Place[]>`
      select c.agent_id as "agentId", c.id as "conversationId" from conversations c
      where c.agent_id = ${agentId} and c.origin in (select json_array_elements_text(${asJson(origins)}::json))
        ${origins.includes("chat") ? sql()`` : sql()`and c.origin <> 'chat'`}
        and c.contact is null and c.updated_at >= ${since.toISOString()} and c.created_at < ${at.toISOString()}
        and c.ended_at is null and c.deleted_at is null and ${atRest()}
        and exists (select from messages m where m.conversation_id = c.id and m.role = 'assistant')
      order by c.updated_at limit ${limit}`),
  ];
}

/** Nothing runs in a conversation `c`, or waits for the person. */
const atRest = () => sql()`
  not exists (select from runs r where r.conversation_id = c.id and r.status = 'running')
  and not exists (select from asks a where a.conversation_id = c.id and a.status = 'open' and a.awaits)`;
