import { and, eq, isNull, sql as raw } from "drizzle-orm";
import { conversations, messages, runs } from "@/drizzle/schema";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import type { SurfaceFacts } from "@/lib/shared/chat/surfaces/sheets";
import type { ConversationWindow, EarlierPage } from "@/lib/shared/chat/window";
import { AppError } from "@/lib/shared/errors";
import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";
import { identityOf, LEARNED } from "@/lib/store/agents/identity";
import { requireProject } from "@/lib/store/agents/projects";
import { publish } from "@/lib/store/bus";
import { asJson, db } from "@/lib/store/db";
import { readEarlierPage, readFields, readView } from "@/lib/store/hot/conversations";
import type { AskRow, Conversation, Run } from "@/lib/store/rows";
import type { StoredMessage } from "./run-context";

export type ConversationView = {
  conversation: Pick<
    Conversation,
    | ("id" | "title" | "origin" | "model" | "successors" | "pinnedSurface" | "approvedTools")
    | ("createdAt" | "updatedAt")
  > & {
    /** The project that the conversation belongs to. */
    project: { id: string; name: string } | null;
    pinned: boolean;
    /** Name of the author, if that is another member. */
    author?: string | null;
    /**
     * Set if the live version of the system prompt differs from the prompt that the conversation has used
     * since its start or its last compaction. `version` is null if the used version is unknown.
     */
    prompt: { version: number | null; live: number } | null;
    isEnding: boolean;
    endedAt: string | null;
    summary: string | null;
    /**
     * Set after a session has ended: the conversation that continues this one, and the one that this one
     * continues.
     */
    continuedBy: { id: string; title: string } | null;
    continues: { id: string; title: string } | null;
  };
  /** The visible branch, oldest first. Excludes the message of a running run, which the stream replays. */
  messages: (StoredMessage & { metadata: MessageMetadata })[];
  /** Id of a hidden message that follows the last visible one, after an earlier time was restored. */
  later?: string;
  /**
   * Set if a window was read and messages precede it: their number, and those of them with surfaces, reduced to
   * the parts that the canvas reads.
   */
  earlier?: { count: number; messages: StoredMessage[] } | null;
  run: Pick<Run, "id" | "status" | "messageId" | "error" | "pending" | "startedAt"> | null;
  asks: (Pick<AskRow, "toolCallId" | "toolName" | "kind" | "messageId" | "input" | "awaits" | "createdAt"> & {
    because: ApprovalReason | null;
    /**
     * For an ask of a subagent: the subagent's conversation and agent. The user answers the ask in the
     * conversation that is read here.
     */
    conversationId?: string;
    from?: { agent: string; name: string };
  })[];
  sheets: SurfaceFacts[];
};

/** Returns a consistent view of a conversation with its visible branch. Null if it does not exist. */
export async function readConversation(agentId: string, id: string): Promise<ConversationView | null> {
  const text = await conversationJson(agentId, id);
  return text === null ? null : JSON.parse(text);
}

/**
 * Returns the ConversationView as JSON text, whole or with the messages of a window. The database builds it in
 * one statement, so that long conversations are not parsed and serialised again.
 */
export async function conversationJson(
  agentId: string,
  id: string,
  window?: ConversationWindow,
): Promise<string | null> {
  const [row] = await readView(agentId, id, { learned: LEARNED, window });
  return row?.view ?? null;
}

/** Returns the `conversation` of a ConversationView. Null if it does not exist. */
export async function readConversationFields(
  agentId: string,
  id: string,
): Promise<ConversationView["conversation"] | null> {
  const [row] = await readFields(agentId, id, LEARNED);
  return row ? JSON.parse(row.view) : null;
}

/**
 * Returns messages before a visible one as JSON text, with the number of those that are still earlier. Null if
 * the message is not visible.
 */
export async function earlierJson(agentId: string, id: string, page: EarlierPage): Promise<string | null> {
  const [row] = await readEarlierPage(agentId, id, page);
  return row?.view ?? null;
}

const isMessage = (conversationId: string, id: string) =>
  and(eq(messages.conversationId, conversationId), eq(messages.id, id));

/** Returns the parts of a message; an empty array if it does not exist. */
export async function readMessage(conversationId: string, id: string): Promise<unknown> {
  const [row] = await db()
    .select({ parts: messages.parts })
    .from(messages)
    .where(isMessage(conversationId, id));
  return row?.parts ?? [];
}

/** Returns whether the message exists and the agent wrote it. */
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
  /** Null uses the fallback models of the settings. */
  successors?: readonly string[] | null;
  pinned?: boolean;
  pinnedSurface?: string | null;
  approvedTools?: readonly string[];
  /** Switches to the current system prompt and learned notes from the next message on. */
  newestPrompt?: boolean;
  /** Puts the conversation into a project; null takes it out. */
  projectId?: string | null;
};

/** Changes the given fields. Only pinning affects the position in the list. Throws `not_found`. */
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
    projectId,
  }: ConversationChange,
): Promise<void> {
  if (projectId) await requireProject(agentId, projectId);
  const { pinnedAt, agentId: owner } = conversations;
  const changed = await db()
    .update(conversations)
    .set({
      ...{ model, pinnedSurface, projectId, title: title ?? raw`${conversations.title}` },
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

export const isConversationOf = (agentId: string, id: string) =>
  and(eq(conversations.id, id), eq(conversations.agentId, agentId), isNull(conversations.deletedAt));

type Head = Pick<Conversation, "title" | "model" | "endedAt"> & { live: Run["status"] | null };

/** Returns title, model and the status of a live run; null if there is no such conversation. */
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

/** Returns the project of a conversation; null if it has none. */
export async function projectOf(agentId: string, id: string): Promise<string | null> {
  const [row] = await db()
    .select({ projectId: conversations.projectId })
    .from(conversations)
    .where(isConversationOf(agentId, id));
  return row?.projectId ?? null;
}

export async function requireConversation(agentId: string, id: string): Promise<void> {
  const [row] = await db()
    .select({ id: conversations.id })
    .from(conversations)
    .where(isConversationOf(agentId, id));
  if (!row) throw noConversation(id);
}

export const noConversation = (id: string) => new AppError("not_found", `There is no conversation ${id}.`);
