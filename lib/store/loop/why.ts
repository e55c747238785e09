import { and, desc, eq, inArray, isNull, lt, lte, or, sql as raw, type SQL } from "drizzle-orm";
import {
  agents,
  asks,
  conversations,
  memories,
  memoryBlocks,
  messages,
  revisions,
  subagents,
  toolCalls,
} from "@/drizzle/schema";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { ROWS, rowChanges } from "@/lib/shared/data/row-changes";
import type { Author } from "@/lib/shared/history";
import type { Kind } from "@/lib/shared/kinds";
import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";
import { db, toIso } from "@/lib/store/db";
import { isVisible } from "@/lib/store/members/visible";
import type { ConversationRef } from "./branches";

/* Reads what is stored about the causes of a value: messages, calls, versions and changes. */

export type WhyMessage = {
  id: string;
  role: "user" | "assistant";
  position: number;
  isActive: boolean;
  parts: unknown;
  metadata: MessageMetadata | null;
  createdAt: string;
};

const columns = {
  ...{ id: messages.id, role: messages.role, position: raw<number>`${messages.position}`.mapWith(Number) },
  ...{ isActive: messages.active, parts: messages.parts, createdAt: messages.createdAt },
  metadata: raw<MessageMetadata | null>`${messages.metadata}`,
};

async function readMessages(
  { agentId, conversationId }: ConversationRef,
  which: SQL | undefined,
  limit: number,
): Promise<WhyMessage[]> {
  const rows = await db()
    .select(columns)
    .from(messages)
    .innerJoin(
      conversations,
      and(
        eq(conversations.id, messages.conversationId),
        eq(conversations.agentId, agentId),
        isNull(conversations.deletedAt),
        isVisible(),
      ),
    )
    .where(and(eq(messages.conversationId, conversationId), which))
    .orderBy(desc(messages.position))
    .limit(limit);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: toIso(createdAt) }));
}

/** Returns a message; undefined if the acting member may not read its conversation, or it does not exist. */
export const readWhyMessage = async (of: ConversationRef, id: string): Promise<WhyMessage | undefined> =>
  (await readMessages(of, eq(messages.id, id), 1))[0];

type Place = Pick<WhyMessage, "position" | "isActive">;

const isBefore = ({ position, isActive }: Place) =>
  and(lt(messages.position, position), isActive ? eq(messages.active, true) : undefined);

/**
 * Returns messages before a message that contain one of the strings, newest first. For a message of a hidden version,
 * hidden ones too.
 */
export const readBefore = (of: ConversationRef, place: Place, needles: readonly string[], limit: number) =>
  readMessages(of, and(isBefore(place), containsAny(needles)), limit);

/** The subquery keeps Postgres from unpacking the message again for each string. */
const containsAny = (needles: readonly string[]) => {
  const isIn = needles.map((one) => raw`strpos(stored.whole, ${jsonText(one)}) > 0`);
  return raw`exists (select from (select ${messages.parts}::text as whole offset 0) stored where ${raw.join(isIn, raw` or `)})`;
};

/** Escapes a string like the JSON of a message. */
const jsonText = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Returns the last message of the user before a message. */
export const readAsked = async (of: ConversationRef, place: Place): Promise<WhyMessage | undefined> =>
  (await readMessages(of, and(isBefore(place), eq(messages.role, "user")), 1))[0];

/** Returns the newest messages of the visible branch, newest first. */
export const readNewest = (of: ConversationRef, limit: number) =>
  readMessages(of, eq(messages.active, true), limit);

/** Returns when a call ended; undefined if it has no row, as in imported conversations. */
export async function readCallTime(
  { conversationId }: ConversationRef,
  messageId: string,
  toolCallId: string,
): Promise<string | undefined> {
  const [row] = await db()
    .select({ at: toolCalls.createdAt })
    .from(toolCalls)
    .where(
      and(
        ...[eq(toolCalls.conversationId, conversationId), eq(toolCalls.messageId, messageId)],
        eq(toolCalls.toolCallId, toolCallId),
      ),
    );
  return row && toIso(row.at);
}

/** Returns the calls that the code of a call made and that succeeded, newest first. */
export async function readNestedCalls(
  { conversationId }: ConversationRef,
  messageId: string,
  toolCallId: string,
  limit: number,
) {
  const { toolName, input, output, createdAt } = toolCalls;
  const rows = await db()
    .select({ toolCallId: toolCalls.toolCallId, toolName, input, output, at: createdAt })
    .from(toolCalls)
    .where(
      and(
        ...[eq(toolCalls.conversationId, conversationId), eq(toolCalls.messageId, messageId)],
        ...[raw`starts_with(${toolCalls.toolCallId}, ${`${toolCallId}/`})`, eq(toolCalls.status, "ok")],
      ),
    )
    .orderBy(desc(toolCalls.toolCallId))
    .limit(limit);
  return rows.map(({ at, ...call }) => ({ ...call, at: toIso(at) }));
}

export type StoredVersion = { version: number; revisionId: string };

const version = { version: revisions.version, revisionId: revisions.id };

const isItem = (agentId: string, kind: Kind, name: string) =>
  and(eq(revisions.agentId, agentId), eq(revisions.kind, kind), eq(revisions.name, name));

/** Returns the version of an item that was live at a time; undefined if none is stored. */
export async function versionAt(
  agentId: string,
  kind: Kind,
  name: string,
  at: string,
): Promise<StoredVersion | undefined> {
  const [row] = await db()
    .select(version)
    .from(revisions)
    .where(and(isItem(agentId, kind, name), revisions.live, lte(revisions.createdAt, at)))
    .orderBy(desc(revisions.version))
    .limit(1);
  return row;
}

export async function revisionOf(
  agentId: string,
  kind: Kind,
  name: string,
  number: number,
): Promise<StoredVersion | undefined> {
  const [row] = await db()
    .select(version)
    .from(revisions)
    .where(and(isItem(agentId, kind, name), eq(revisions.version, number)));
  return row;
}

/**
 * Returns the version of the system prompt with which a message was written. A conversation keeps the prompt of its
 * start, unless it has switched since.
 */
export async function promptAt(
  { agentId, conversationId }: ConversationRef,
  at: string,
): Promise<StoredVersion | undefined> {
  const text = raw`${revisions.content} #>> '{}'`;
  const [row] = await db()
    .select(version)
    .from(revisions)
    .innerJoin(conversations, eq(conversations.id, conversationId))
    .where(
      and(
        ...[isItem(agentId, "system_prompt", "system_prompt"), lte(revisions.createdAt, at)],
        raw`${text} ~ '\\S' and starts_with(${conversations.identity}, ${text})`,
      ),
    )
    .orderBy(desc(raw`length(${text})`), desc(revisions.version))
    .limit(1);
  return row ?? versionAt(agentId, "system_prompt", "system_prompt", at);
}

const MAX_CHANGES = 50;

/** Returns the last listed change of one of the tables before a time. */
export async function lastChangeOf(
  agentId: string,
  tables: readonly string[],
  at: string,
): Promise<{ revisionId: string; author: Author; at: string } | undefined> {
  const rows = await db()
    .select({
      revisionId: revisions.id,
      author: revisions.author,
      content: revisions.content,
      at: revisions.createdAt,
    })
    .from(revisions)
    .where(and(isItem(agentId, "database", ROWS), lte(revisions.createdAt, at)))
    .orderBy(desc(revisions.version))
    .limit(MAX_CHANGES);
  const found = rows.find(({ content }) =>
    rowChanges.safeParse(content).data?.tables.some(({ name }) => tables.includes(name)),
  );
  return found && { revisionId: found.revisionId, author: found.author, at: toIso(found.at) };
}

/** Returns the agent and title of the conversation that a call of `ask_agent` started, if the member may read it. */
export async function readHelper(
  asker: ConversationRef,
  conversationId: string,
): Promise<{ agentId: string; name: string } | undefined> {
  const [row] = await db()
    .select({ agentId: subagents.agentId, name: agents.name })
    .from(subagents)
    .innerJoin(agents, eq(agents.id, subagents.agentId))
    .innerJoin(conversations, and(eq(conversations.id, subagents.conversationId), isVisible()))
    .where(
      and(
        ...[eq(subagents.conversationId, conversationId), isNull(conversations.deletedAt)],
        eq(subagents.askerConversationId, asker.conversationId),
        eq(subagents.askerAgentId, asker.agentId),
      ),
    );
  return row;
}

/** Returns the texts that were part of the prompt: blocks of memory, and facts that were recalled. */
export async function readRemembered(agentId: string, facts: readonly string[]) {
  const [blocks, recalled] = await Promise.all([
    db()
      .select({ name: memoryBlocks.label, text: memoryBlocks.text })
      .from(memoryBlocks)
      .where(
        and(
          eq(memoryBlocks.agentId, agentId),
          or(eq(memoryBlocks.kind, "core"), eq(memoryBlocks.kind, "working")),
        ),
      )
      .limit(100),
    facts.length === 0
      ? []
      : db()
          .select({ name: memories.id, text: memories.content })
          .from(memories)
          .where(and(eq(memories.agentId, agentId), inArray(memories.id, [...facts]))),
  ]);
  return [
    ...blocks.map((one) => ({ ...one, of: "block" as const })),
    ...recalled.map((one) => ({ ...one, of: "fact" as const })),
  ];
}

/** Returns the reason and the status of an ask. */
export async function readAsk(
  { conversationId }: ConversationRef,
  messageId: string,
  toolCallId: string,
): Promise<
  | { kind: "answer" | "approval"; because: ApprovalReason | null; status: "open" | "answered" | "closed" }
  | undefined
> {
  const [row] = await db()
    .select({ kind: asks.kind, because: raw<ApprovalReason | null>`${asks.because}`, status: asks.status })
    .from(asks)
    .where(
      and(
        eq(asks.conversationId, conversationId),
        eq(asks.messageId, messageId),
        eq(asks.toolCallId, toolCallId),
      ),
    );
  return row;
}
