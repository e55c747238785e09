import { and, asc, eq, exists, gte, isNotNull, isNull, lt, notExists, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { asks, conversations, messages, runs } from "@/drizzle/schema";
import { isAppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import { keepFact, publishFact } from "@/lib/store/memory/memories";
import type { Conversation } from "@/lib/store/rows";
import { type ConversationRef, liveStatus } from "./branches";
import { isConversationOf, noConversation } from "./conversations";
import type { StoredMessage } from "./run-context";

/*
 * When a session ends, its conversation gets a summary and becomes read-only. The next message starts another
 * conversation, which continues from the summary.
 */

const CATEGORY = "session";

/**
 * Marks a conversation to end once no run is live in it. Has no effect on an ended one. Throws `not_found`.
 */
export async function requestSessionEnd({ agentId, conversationId }: ConversationRef): Promise<void> {
  const { id, divideAt, endedAt } = conversations;
  const [row] = await db()
    .update(conversations)
    .set({ divideAt: raw`case when ${endedAt} is null then coalesce(${divideAt}, now()) end` })
    .where(isConversationOf(agentId, conversationId))
    .returning({ id });
  if (!row) throw noConversation(conversationId);
  publish({ type: "conversation", agent: agentId, id: conversationId });
}

export type OpenSession = Pick<Conversation, "origin" | "contact" | "jobId" | "model" | "readWeb"> & {
  /** The visible branch, oldest first. */
  history: StoredMessage[] | null;
  /** Position of the newest message on any branch. */
  through: string;
  run: "running" | "waiting" | null;
  isAwaited: boolean;
};

/** Reads what is needed to end a conversation. Null if it has ended or does not exist. */
export async function readOpenSession({
  agentId,
  conversationId,
}: ConversationRef): Promise<OpenSession | null> {
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
      ...{ history: raw<OpenSession["history"]>`${history}`, through: raw<string>`${through}` },
      ...{ run: raw<OpenSession["run"]>`${run}`, isAwaited: raw<boolean>`exists ${openAsks()}` },
    })
    .from(conversations)
    .where(and(isConversationOf(agentId, conversationId), isNull(endedAt)));
  return row ?? null;
}

export type Ending = {
  summary: string;
  /** `OpenSession.through` as read before the summary was made: later messages are not in the summary. */
  through: string;
  /** The summary as a fact of the layer `short`; null stores none. */
  fact: string | null;
};

/**
 * Ends a conversation and stores its summary and fact in one transaction. Returns `busy` if a message is
 * newer than the summary or a run is live, `gone` if the conversation has ended or does not exist.
 */
export async function endConversation(
  { agentId, conversationId }: ConversationRef,
  { summary, through, fact }: Ending,
): Promise<"ended" | "busy" | "gone"> {
  const outcome = await sql().begin(async (tx) => {
    // Lock the row by an update. Every start of a run updates it, too, and then sees that the conversation
    // has ended.
    const { divideAt, endedAt, readWeb } = conversations;
    const [locked] = await db(tx)
      .update(conversations)
      .set({ divideAt: raw`${divideAt}` })
      .where(and(isConversationOf(agentId, conversationId), isNull(endedAt)))
      .returning({ readWeb });
    if (!locked) return "gone";
    if (await liveStatus(tx, conversationId)) return "busy";
    const [newer] = await db(tx)
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.conversationId, conversationId), raw`${messages.position} > ${through}::bigint`))
      .limit(1);
    if (newer) return "busy";
    const by = { author: "system", cause: { session: { conversationId } }, origins: locked.readWeb } as const;
    const source = { conversationId, ...(locked.readWeb.length > 0 && { pages: locked.readWeb.slice(-50) }) };
    const wanted = { layer: "short", content: fact ?? "", category: CATEGORY, source } as const;
    const saved = fact === null ? null : await keepFact(tx, agentId, wanted, by).catch(unlessFull);
    await db(tx)
      .update(conversations)
      .set({ endedAt: raw`now()`, summary, divideAt: null })
      .where(eq(conversations.id, conversationId));
    return { kept: saved };
  });
  if (typeof outcome === "string") return outcome;
  if (outcome.kept?.isNew) publishFact(agentId, outcome.kept.id);
  publish({ type: "conversation", agent: agentId, id: conversationId });
  return "ended";
}

/**
 * Ignores the error if the limit of facts is reached. The summary is then stored only with the conversation.
 */
function unlessFull(error: unknown): null {
  if (isAppError(error)) return null;
  throw error;
}

const places = { agentId: conversations.agentId, conversationId: conversations.id };

/** Lists conversations that were asked to end and have nothing running or waiting. */
export const listRequestedSessionEnds = async (limit: number): Promise<ConversationRef[]> =>
  db()
    .select(places)
    .from(conversations)
    .where(and(isNotNull(conversations.divideAt), isNull(conversations.deletedAt), isAtRest()))
    .orderBy(asc(conversations.divideAt))
    .limit(limit);

export type SessionEndRule = {
  origins: readonly Conversation["origin"][];
  /** Only conversations created before this time are ended. */
  at: Date;
  /** Only conversations used since this time are ended. */
  since: Date;
};

/** Lists the agent's conversations that a session rule ends, the longest unused first. */
export async function listDueSessionEnds(
  agentId: string,
  { origins, at, since }: SessionEndRule,
  limit: number,
): Promise<ConversationRef[]> {
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
        // Repeats the condition of the partial index, so that the planner uses it.
        origins.includes("chat") ? undefined : raw`${origin} <> 'chat'`,
        ...[isNull(contact), gte(updatedAt, since.toISOString()), lt(createdAt, at.toISOString())],
        ...[isNull(endedAt), isNull(deletedAt), isAtRest(), exists(answers)],
      ),
    )
    .orderBy(asc(updatedAt))
    .limit(limit);
}

/** Condition: no run is running and no ask is waiting for the user. */
function isAtRest() {
  const run = alias(runs, "running_run");
  const running = db()
    .select({ id: run.id })
    .from(run)
    .where(raw`${run.conversationId} = ${conversations.id} and ${run.status} = 'running'`);
  return and(notExists(running), notExists(openAsks()));
}

const openAsks = () =>
  db()
    .select({ id: asks.toolCallId })
    .from(asks)
    .where(raw`${asks.conversationId} = ${conversations.id} and ${asks.status} = 'open' and ${asks.awaits}`);
