import { and, eq, isNull, sql as raw } from "drizzle-orm";
import { conversations, messages, runs } from "@/drizzle/schema";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import type { SheetFacts } from "@/lib/shared/chat/surfaces/sheets";
import { AppError } from "@/lib/shared/errors";
import type { Because } from "@/lib/shared/tools/because";
import { identityOf, LEARNED } from "@/lib/store/agents/identity";
import { publish } from "@/lib/store/bus";
import { asJson, db } from "@/lib/store/db";
import { readView } from "@/lib/store/hot/conversations";
import type { AskRow, Conversation, Run } from "@/lib/store/rows";
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
  const [row] = await readView(agentId, id, { learned: LEARNED, last });
  return row?.view ?? null;
}

const isMessage = (conversationId: string, id: string) =>
  and(eq(messages.conversationId, conversationId), eq(messages.id, id));

/** The parts of one message. */
export async function readMessage(conversationId: string, id: string): Promise<unknown> {
  const [row] = await db()
    .select({ parts: messages.parts })
    .from(messages)
    .where(isMessage(conversationId, id));
  return row?.parts ?? [];
}

/** Whether the message of this id is the agent's. */
export async function isWritten(conversationId: string, id: string): Promise<boolean> {
  const [row] = await db()
    .select({ id: messages.id })
    .from(messages)
    .where(and(isMessage(conversationId, id), eq(messages.role, "assistant")));
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
  const { pinnedAt, agentId: owner } = conversations;
  const changed = await db()
    .update(conversations)
    .set({
      ...{ model, pinnedSurface, title: title ?? raw`${conversations.title}` },
      titledBy: title === undefined ? undefined : "person",
      successors: successors && textArray(successors),
      pinnedAt: pinned === undefined ? undefined : pinned ? raw`coalesce(${pinnedAt}, now())` : null,
      approvedTools: approvedTools && textArray(approvedTools),
      identity: newestPrompt ? raw`${identityOf(owner)}` : undefined,
    })
    .where(isConversationOf(agentId, id))
    .returning({ id: conversations.id });
  if (changed.length === 0) throw noConversation(id);
  publish({ type: "conversation", agent: agentId, id });
  if (pinnedSurface !== undefined) publish({ type: "pins", agent: agentId });
}

const textArray = (values: readonly string[]) =>
  raw`array(select json_array_elements_text(${asJson(values)}::json))`;

/** A condition for a conversation of an agent that is not deleted. */
export const isConversationOf = (agentId: string, id: string) =>
  and(eq(conversations.id, id), eq(conversations.agentId, agentId), isNull(conversations.deletedAt));

type Head = Pick<Conversation, "title" | "model" | "endedAt"> & { live: Run["status"] | null };

/** What a conversation is called, which model answers in it, and whether something runs or waits. */
export async function readConversationHead(agentId: string, id: string): Promise<Head | null> {
  const { title, model, endedAt } = conversations;
  const live = db()
    .select({ status: runs.status })
    .from(runs)
    .where(raw`${runs.conversationId} = ${conversations.id} and ${runs.status} in ('running', 'waiting')`);
  const [row] = await db()
    .select({ title, model, endedAt, live: raw<Head["live"]>`${live}` })
    .from(conversations)
    .where(isConversationOf(agentId, id));
  return row ?? null;
}

/** Throws unless the agent has this conversation. */
export async function requireConversation(agentId: string, id: string): Promise<void> {
  const [row] = await db()
    .select({ id: conversations.id })
    .from(conversations)
    .where(isConversationOf(agentId, id));
  if (!row) throw noConversation(id);
}

export const noConversation = (id: string) => new AppError("not_found", `There is no conversation ${id}.`);
