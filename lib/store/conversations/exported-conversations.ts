import { and, eq, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { conversations } from "@/drizzle/schema";
import { actingMember } from "@/lib/ground/base/acting";
import { bodyOf } from "@/lib/shared/chat/body";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { addSubagents, type ExportedSubagent } from "@/lib/store/agents/exported-subagents";
import { analyzeSometimes } from "@/lib/store/analyze";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import {
  addMessages,
  conversationPage,
  exportedMessages,
  link,
} from "@/lib/store/hot/exported-conversations";
import type { Conversation, MessageRow } from "@/lib/store/rows";
import type { Read } from "./export";

/** A conversation in an agent file, without its approvals. */
export type ExportedConversation = Pick<
  Conversation,
  | (
      | "id"
      | "title"
      | "titledBy"
      | "origin"
      | "contact"
      | "jobId"
      | "projectId"
      | "identity"
      | "model"
      | "successors"
    )
  | ("readWeb" | "readThrough" | "pinnedAt" | "pinnedSurface" | "endedAt" | "summary" | "continuedBy")
  | ("createdAt" | "updatedAt")
> & {
  helper?: ExportedSubagent;
};

export type ExportedMessage = Pick<
  MessageRow,
  "id" | "role" | "parentId" | "active" | "parts" | "metadata" | "createdAt"
> & {
  sheets: { call: string; entries: Record<string, unknown>; isClosed: boolean; hasFailed: boolean }[];
};

/** A sequence of conversations, each followed by its messages in order. */
export type ExportEntry<M = ExportedMessage> = { conversation: ExportedConversation } | { message: M };

/** A stored message with the ids of its calls that wait for an answer. */
export type StoredMessage = ExportedMessage & { asked: string[] };

const PAGE = 100;

/** Yields all conversations of an agent that have messages and are not deleted, oldest first. */
export async function* conversationsOfAgent(
  agentId: string,
  read: Read,
): AsyncGenerator<ExportEntry<StoredMessage>> {
  let after: { id: string; at: string } | null = null;
  for (;;) {
    const page: (Omit<ExportedConversation, "helper"> & { helper: ExportedSubagent | null; at: string })[] =
      [];
    const rows = read<(typeof page)[number]>(conversationPage(agentId, after, PAGE));
    for await (const row of rows) page.push(row);
    after = page.at(-1) ?? null;
    if (!after) return;
    const heads = page.map(({ at: _, helper: subagent, ...conversation }) => ({
      conversation: { ...conversation, ...(subagent && { helper: subagent }) },
    }));
    let next = 0;
    const messages = read<StoredMessage & { nth: number }>(
      exportedMessages(heads.map((one) => one.conversation.id)),
    );
    for await (const { nth, ...message } of messages) {
      for (; next < nth; next++) yield* heads.slice(next, next + 1);
      yield { message };
    }
    yield* heads.slice(next);
  }
}

/**
 * Returns where conversations with these ids exist: `here`, `deleted` (here, but deleted), or `elsewhere`
 * (another agent's).
 */
export async function placesOf(
  agentId: string,
  ids: readonly string[],
): Promise<Map<string, "here" | "deleted" | "elsewhere">> {
  const { id, deletedAt } = conversations;
  const rows = await db()
    .select({
      id,
      place: raw<
        "here" | "deleted" | "elsewhere"
      >`case when ${conversations.agentId} <> ${agentId} then 'elsewhere'
        when ${deletedAt} is null then 'here' else 'deleted' end`,
    })
    .from(conversations)
    .where(raw`${id} in (select value::uuid from json_array_elements_text(${asJson(ids)}::json))`);
  return new Map(rows.map(({ id, place }) => [id, place]));
}

/** Approximate number of conversations and messages per transaction. A conversation is never split. */
const AT_ONCE = 1_000;

/**
 * Stores conversations, each in one transaction, so that an interrupted import can be repeated. Keeps
 * existing ones unchanged, and restores deleted ones. `links` are pairs of a conversation and the one that
 * continues it.
 */
export async function importConversations(
  agentId: string,
  entries: AsyncIterator<ExportEntry>,
  links: readonly [from: string, to: string][],
): Promise<void> {
  const subagents = new Map<string, ExportedSubagent>();
  let next = await entries.next();
  while (!next.done) {
    const { begun: createdIds, count } = await sql().begin(async (tx) => {
      const writer = writing(tx, agentId, subagents);
      let count = 0;
      for (; !next.done; next = await entries.next()) {
        if ("conversation" in next.value && count >= AT_ONCE) break;
        count++;
        await writer.add(next.value);
      }
      return { begun: await writer.end(links), count };
    });
    analyzeSometimes("conversations", count);
    // Publish one notice for all: it makes clients refetch their lists.
    for (const id of [...createdIds].slice(0, 1)) publish({ type: "conversation", agent: agentId, id });
  }
  publish({ type: "pins", agent: agentId });
}

const MAX_STATEMENT = 4_000_000;

/** `subagents` collects imported subagents whose parent has not been imported yet. */
function writing(tx: TransactionSql, agentId: string, subagents: Map<string, ExportedSubagent>) {
  const createdIds = new Set<string>();
  /** Null while the messages of an existing conversation are skipped. */
  let conversationId: string | null = null;
  let rows: object[] = [];
  let [size, nth] = [0, 0];
  const flush = async () => {
    if (rows.length > 0) await addMessages(tx, agentId, rows);
    [rows, size] = [[], 0];
  };
  return {
    async add(entry: ExportEntry): Promise<void> {
      if ("conversation" in entry) {
        const { id, helper: subagent } = entry.conversation;
        conversationId = (await begin(tx, agentId, entry.conversation)) ? id : null;
        if (conversationId !== null) createdIds.add(conversationId);
        if (conversationId !== null && subagent) subagents.set(id, subagent);
        return;
      }
      if (conversationId === null) return;
      const { parts, metadata, ...message } = entry.message;
      const row = {
        ...message,
        conversationId,
        nth: nth++,
        // JSON as text, so that the database stores it unchanged.
        parts: asJson(parts),
        metadata: metadata === null ? null : asJson(metadata),
        body: bodyOf(parts),
      };
      rows.push(row);
      size += row.parts.length + row.body.length;
      if (size > MAX_STATEMENT || rows.length >= AT_ONCE) await flush();
    },
    async end(links: readonly [string, string][]): Promise<ReadonlySet<string>> {
      await flush();
      const meant = links.filter(([from, to]) => createdIds.has(from) || createdIds.has(to));
      if (meant.length > 0) await link(tx, agentId, meant);
      const due = [...subagents].filter(
        ([id, subagent]) => createdIds.has(id) || createdIds.has(subagent.conversationId),
      );
      if (due.length > 0) for (const id of await addSubagents(tx, agentId, due)) subagents.delete(id);
      return createdIds;
    },
  };
}

/**
 * Inserts a conversation. Returns false if it already exists, and so do its messages; then restores it if it
 * is deleted.
 */
async function begin(tx: TransactionSql, agentId: string, one: ExportedConversation): Promise<boolean> {
  const [made] = await db(tx)
    .insert(conversations)
    .values({
      // Name each field, so that other fields of the file, such as approved tools, are ignored.
      ...{ id: one.id, agentId, title: one.title, titledBy: one.titledBy, origin: one.origin },
      memberId: actingMember() ?? OWNER_ID,
      ...{
        contact: one.contact,
        jobId: one.jobId,
        projectId: one.projectId,
        identity: one.identity,
        model: one.model,
      },
      ...{ pinnedAt: one.pinnedAt, pinnedSurface: one.pinnedSurface, endedAt: one.endedAt },
      ...{ summary: one.summary, createdAt: one.createdAt, updatedAt: one.updatedAt },
      successors: one.successors && list(one.successors),
      readWeb: list(one.readWeb),
      readThrough: list(one.readThrough),
    })
    .onConflictDoNothing({ target: conversations.id })
    .returning({ id: conversations.id });
  if (made) return true;
  await db(tx)
    .update(conversations)
    .set({ deletedAt: null })
    .where(and(eq(conversations.id, one.id), eq(conversations.agentId, agentId)));
  return false;
}

const list = (values: readonly string[]) =>
  raw`array(select json_array_elements_text(${asJson(values)}::json))`;
