import { randomUUID } from "node:crypto";
import { and, asc, eq, exists, gte, isNotNull, isNull, lt, notExists, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { asks, channelChats, conversations, jobs, messages, runs } from "@/drizzle/schema";
import type { SessionPart } from "@/lib/shared/chat/session";
import { isAppError } from "@/lib/shared/errors";
import { identity } from "@/lib/store/agents/identity";
import { settingsOf } from "@/lib/store/agents/settings";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql, toIso } from "@/lib/store/db";
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
  const { id, divideAt, endedAt, deletedAt } = conversations;
  const [row] = await db()
    .update(conversations)
    .set({ divideAt: raw`case when ${endedAt} is null then coalesce(${divideAt}, now()) end` })
    .where(and(isConversation(agentId, conversationId), isNull(deletedAt)))
    .returning({ id });
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

/** What an end needs to know; null where the conversation has ended, or is not there. By hand: settings are a part of statements of `agents`. */
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
    const { divideAt, endedAt, deletedAt, readWeb } = conversations;
    const [held] = await db(tx)
      .update(conversations)
      .set({ divideAt: raw`${divideAt}` })
      .where(and(isConversation(agentId, conversationId), isNull(endedAt), isNull(deletedAt)))
      .returning({ readWeb });
    if (!held) return "gone";
    if (await liveStatus(tx, conversationId)) return "busy";
    const [newer] = await db(tx)
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.conversationId, conversationId), raw`${messages.position} > ${through}::bigint`))
      .limit(1);
    if (newer) return "busy";
    const by = { author: "system", cause: { session: { conversationId } }, origins: held.readWeb } as const;
    const source = { conversationId, ...(held.readWeb.length > 0 && { pages: held.readWeb.slice(-50) }) };
    const wanted = { layer: "short", content: fact ?? "", category: CATEGORY, source } as const;
    const kept = fact === null ? null : await keepFact(tx, agentId, wanted, by).catch(unlessFull);
    await db(tx)
      .update(conversations)
      .set({ endedAt: raw`now()`, summary, divideAt: null })
      .where(eq(conversations.id, conversationId));
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
    const { title: oldTitle, summary, continuedBy, endedAt, deletedAt } = conversations;
    const [old] = await db(tx)
      .select({ title: oldTitle, summary, continuedBy, endedAt })
      .from(conversations)
      .where(and(isConversation(agentId, conversationId), isNotNull(endedAt), isNull(deletedAt)))
      .for("update");
    if (!old?.endedAt) return null;
    if (old.continuedBy) {
      const [there] = await db(tx)
        .select({ id: conversations.id })
        .from(conversations)
        .where(and(eq(conversations.id, old.continuedBy), isNull(deletedAt)));
      if (there) return there.id;
    }
    const part: SessionPart = {
      conversationId,
      title: old.title,
      endedAt: toIso(old.endedAt),
      summary: old.summary ?? "",
    };
    await tx`
      insert into conversations (id, agent_id, title, titled_by, origin, contact, job_id, identity, model, successors, read_web, read_through, pinned_at)
      select ${id}, a.id, case when c.titled_by = 'person' then c.title else ${title} end,
        case when c.titled_by = 'person' then 'person' else 'words' end, c.origin, c.contact, c.job_id, ${identity()}, c.model, c.successors,
        ${newestLast(sql()`c.read_web || ${identityOrigins()}`)}, ${newestLast(sql()`c.read_through || ${identityThrough()}`)}, c.pinned_at
      from conversations c join agents a on a.id = c.agent_id where c.id = ${conversationId}`;
    const parts = [{ type: "data-session", data: part }];
    await db(tx)
      .insert(messages)
      .values({ conversationId: id, id: randomUUID(), agentId, role: "user", parts });
    await db(tx)
      .update(conversations)
      .set({ continuedBy: id, pinnedAt: null })
      .where(eq(conversations.id, conversationId));
    await db(tx)
      .update(jobs)
      .set({ conversationId: id })
      .where(and(eq(jobs.agentId, agentId), eq(jobs.conversationId, conversationId)));
    await db(tx)
      .update(channelChats)
      .set({ conversationId: id })
      .where(and(eq(channelChats.agentId, agentId), eq(channelChats.conversationId, conversationId)));
    return id;
  });
  if (next === id)
    for (const changed of [conversationId, id])
      publish({ type: "conversation", agent: agentId, id: changed });
  return next;
}

const places = { agentId: conversations.agentId, conversationId: conversations.id };

/** Conversations that were asked to end, and may now. */
export const listAsked = async (limit: number): Promise<Place[]> =>
  db()
    .select(places)
    .from(conversations)
    .where(and(isNotNull(conversations.divideAt), isNull(conversations.deletedAt), isAtRest()))
    .orderBy(asc(conversations.divideAt))
    .limit(limit);

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
  const { origin, contact, createdAt, updatedAt, endedAt, deletedAt } = conversations;
  const answer = alias(messages, "answer_message");
  const answers = db()
    .select({ id: answer.id })
    .from(answer)
    .where(and(eq(answer.conversationId, conversations.id), eq(answer.role, "assistant")));
  return db()
    .select(places)
    .from(conversations)
    .where(
      and(
        eq(conversations.agentId, agentId),
        raw`${origin} in (select json_array_elements_text(${asJson(origins)}::json))`,
        // The index of the few has this condition.
        origins.includes("chat") ? undefined : raw`${origin} <> 'chat'`,
        ...[isNull(contact), gte(updatedAt, since.toISOString()), lt(createdAt, at.toISOString())],
        ...[isNull(endedAt), isNull(deletedAt), isAtRest(), exists(answers)],
      ),
    )
    .orderBy(asc(updatedAt))
    .limit(limit);
}

const isConversation = (agentId: string, id: string) =>
  and(eq(conversations.id, id), eq(conversations.agentId, agentId));

/** Nothing runs in a conversation, or waits for the person. */
function isAtRest() {
  const run = alias(runs, "running_run");
  const running = db()
    .select({ id: run.id })
    .from(run)
    .where(raw`${run.conversationId} = ${conversations.id} and ${run.status} = 'running'`);
  const ask = alias(asks, "open_ask");
  const open = db()
    .select({ id: ask.toolCallId })
    .from(ask)
    .where(raw`${ask.conversationId} = ${conversations.id} and ${ask.status} = 'open' and ${ask.awaits}`);
  return and(notExists(running), notExists(open));
}
