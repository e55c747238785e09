import { and, asc, eq, exists, gte, isNotNull, isNull, lt, notExists, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { asks, conversations, messages, runs } from "@/drizzle/schema";
import { isAppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import { keepFact, publishFact } from "@/lib/store/memory/memories";
import type { Conversation } from "@/lib/store/rows";
import { liveStatus, type Place } from "./branches";
import { isConversationOf, noConversation } from "./conversations";
import type { StoredMessage } from "./run-context";

/*
 * A conversation may be divided: it ends with a summary of what was said, stays readable, and the next message to it begins
 * another one, which goes on from that summary.
 */

/** A fact that a summary is kept as. */
const CATEGORY = "session";

/** Notes that a conversation is to end when nothing in it runs or waits. One that has ended stays as it is. */
export async function askToDivide({ agentId, conversationId }: Place): Promise<void> {
  const { id, divideAt, endedAt } = conversations;
  const [row] = await db()
    .update(conversations)
    .set({ divideAt: raw`case when ${endedAt} is null then coalesce(${divideAt}, now()) end` })
    .where(isConversationOf(agentId, conversationId))
    .returning({ id });
  if (!row) throw noConversation(conversationId);
  publish({ type: "conversation", agent: agentId, id: conversationId });
}

export type Undivided = Pick<Conversation, "origin" | "contact" | "jobId" | "model" | "readWeb"> & {
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
  const { id, origin, contact, jobId, model, readWeb, endedAt } = conversations;
  const shown = alias(messages, "shown_message");
  const history = db()
    .select({
      list: raw`json_agg(json_build_object('id', ${shown.id}, 'role', ${shown.role}, 'parts', ${shown.parts}) order by ${shown.position})`,
    })
    .from(shown)
    .where(and(eq(shown.conversationId, id), shown.active));
  const any = alias(messages, "any_message");
  const through = db()
    .select({ position: raw`coalesce(max(${any.position}), 0)::text` })
    .from(any)
    .where(eq(any.conversationId, id));
  const run = db()
    .select({ status: runs.status })
    .from(runs)
    .where(raw`${runs.conversationId} = ${id} and ${runs.status} in ('running', 'waiting')`);
  const [row] = await db()
    .select({
      ...{ origin, contact, jobId, model, readWeb },
      ...{ history: raw<Undivided["history"]>`${history}`, through: raw<string>`${through}` },
      ...{ run: raw<Undivided["run"]>`${run}`, isAwaited: raw<boolean>`exists ${openAsks()}` },
    })
    .from(conversations)
    .where(and(isConversationOf(agentId, conversationId), isNull(endedAt)));
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
    const { divideAt, endedAt, readWeb } = conversations;
    const [held] = await db(tx)
      .update(conversations)
      .set({ divideAt: raw`${divideAt}` })
      .where(and(isConversationOf(agentId, conversationId), isNull(endedAt)))
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

/** Nothing runs in a conversation, or waits for the person. */
function isAtRest() {
  const run = alias(runs, "running_run");
  const running = db()
    .select({ id: run.id })
    .from(run)
    .where(raw`${run.conversationId} = ${conversations.id} and ${run.status} = 'running'`);
  return and(notExists(running), notExists(openAsks()));
}

/** A subquery: what waits for the person in a conversation. */
const openAsks = () =>
  db()
    .select({ id: asks.toolCallId })
    .from(asks)
    .where(raw`${asks.conversationId} = ${conversations.id} and ${asks.status} = 'open' and ${asks.awaits}`);
