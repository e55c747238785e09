import { and, asc, desc, eq, gt, isNotNull, isNull, lt, min, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { asks, conversations, messages, responses, runs } from "@/drizzle/schema";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import type { ClientRequest } from "@/lib/shared/programs/client";
import { db, jsonValue } from "@/lib/store/db";
import type { Conversation, MessageRow, ResponseRow, Run } from "@/lib/store/rows";
import { type Ask, askColumns } from "./asks";

/** `createdAt` is in seconds since the epoch. */
export type StoredResponse = Omit<ResponseRow, "createdAt"> & { createdAt: number };

const {
  id,
  agentId,
  conversationId,
  messageId,
  firstPart,
  tokenId,
  request,
  inputHash,
  createdAt: at,
} = responses;
const columns = {
  ...{ id, agentId, conversationId, messageId, firstPart, tokenId, request, inputHash },
  createdAt: raw<number>`floor(extract(epoch from ${at}))::int`,
};

/** Responses whose conversation exists. */
const select = () =>
  db()
    .select(columns)
    .from(responses)
    .innerJoin(conversations, and(eq(conversations.id, conversationId), isNull(conversations.deletedAt)));

export async function addResponse(response: Omit<StoredResponse, "createdAt">): Promise<StoredResponse> {
  const [row] = await db()
    .insert(responses)
    .values({ ...response, request: jsonValue(response.request) })
    .returning(columns);
  if (!row) throw new Error("The response was not stored");
  return row;
}

/** Returns a response that was made with this token, or null. */
export async function findResponse(token: string, response: string): Promise<StoredResponse | null> {
  const [row] = await select().where(and(eq(id, response), eq(tokenId, token)));
  return row ?? null;
}

const MAX_CANDIDATES = 3;

/** Returns the newest responses to these messages. */
export const findResponsesTo = (token: string, hash: string): Promise<StoredResponse[]> =>
  select()
    .where(and(eq(tokenId, token), eq(inputHash, hash)))
    .orderBy(desc(at))
    .limit(MAX_CANDIDATES);

/** Returns false if there is no such response of this token. The conversation stays. */
export async function deleteResponse(token: string, response: string): Promise<boolean> {
  const gone = await db()
    .delete(responses)
    .where(and(eq(id, response), eq(tokenId, token)))
    .returning({ id });
  return gone.length > 0;
}

const KEPT = raw`interval '30 days'`;

/** Forgets old responses, and the tools of the programs that asked for them. */
export async function forgetOldResponses(): Promise<void> {
  await db()
    .delete(responses)
    .where(lt(at, raw`now() - ${KEPT}`));
  await db()
    .update(runs)
    .set({ client: raw`null` })
    .where(and(isNotNull(runs.client), lt(runs.endedAt, raw`now() - ${KEPT}`)));
}

/** A message of the agent, with the asks in it. */
export type StoredTurn = {
  parts: MessageRow["parts"];
  metadata: MessageMetadata | null;
  /** Status of the run that writes the message; null if the run has moved on to another message. */
  status: Run["status"] | null;
  endedAt: number | null;
  runId: string | null;
  client: ClientRequest | null;
  asks: Ask[];
  /** First part of the next response of the message, or null. */
  nextPart: number | null;
  /** False if the conversation has later messages, or shows another version of this one. */
  isLast: boolean;
  readWeb: Conversation["readWeb"];
};

export async function readTurn(response: StoredResponse): Promise<StoredTurn | null> {
  const { conversationId: conversation, messageId: message } = response;
  const run = alias(runs, "run_of_turn");
  const last = alias(messages, "last_of_turn");
  const newest = db()
    .select({ id: last.id })
    .from(last)
    .where(and(eq(last.conversationId, conversation), last.active))
    .orderBy(desc(last.position))
    .limit(1);
  const [turns, asked, next] = await Promise.all([
    db()
      .select({
        ...{ parts: messages.parts, metadata: raw<MessageMetadata | null>`${messages.metadata}` },
        ...{ status: run.status, runId: run.id, client: run.client, readWeb: conversations.readWeb },
        endedAt: raw<number | null>`floor(extract(epoch from ${run.endedAt}))::int`,
        isLast: raw<boolean>`${messages.id} = (${newest})`,
      })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .leftJoin(run, and(eq(run.conversationId, messages.conversationId), eq(run.messageId, messages.id)))
      .where(and(eq(messages.conversationId, conversation), eq(messages.id, message)))
      .orderBy(desc(run.startedAt))
      .limit(1),
    db()
      .select(askColumns)
      .from(asks)
      .where(and(eq(asks.conversationId, conversation), eq(asks.messageId, message)))
      .orderBy(asc(asks.createdAt), asc(asks.toolCallId)),
    db()
      .select({ part: min(firstPart) })
      .from(responses)
      .where(
        and(...[eq(conversationId, conversation), eq(messageId, message)], gt(firstPart, response.firstPart)),
      ),
  ]);
  const [turn] = turns;
  return turn ? { ...turn, asks: asked, nextPart: next[0]?.part ?? null } : null;
}

/** Sets the tools and instructions with which a waiting run continues. */
export async function changeClient(runId: string, client: ClientRequest): Promise<void> {
  await db()
    .update(runs)
    .set({ client: jsonValue(client) })
    .where(and(eq(runs.id, runId), eq(runs.status, "waiting")));
}
