import { and, eq, sql as raw } from "drizzle-orm";
import { conversations } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import { publish } from "./bus";
import { db, sql } from "./db";
import type { RunError, RunStatus, StoredMessage } from "./runs";

const PAGE = 50;

export type ConversationRow = {
  id: string;
  title: string;
  createdAt: string;
  updatedAt: string;
  run: { id: string; status: RunStatus } | null;
  openAsks: number;
};

/** Newest first. `cursor` is what the page before gave as `nextCursor`; `q` finds words of the title. */
export async function listConversations(
  agentId: string,
  { q, cursor, limit = PAGE }: { q?: string; cursor?: string; limit?: number } = {},
): Promise<{ conversations: ConversationRow[]; nextCursor?: string }> {
  const after = cursor ? parseCursor(cursor) : null;
  const rows = await sql()<(ConversationRow & { micros: string })[]>`
    select c.id, c.title, c.created_at as "createdAt", c.updated_at as "updatedAt",
      (extract(epoch from c.updated_at) * 1000000)::bigint as micros,
      (select json_build_object('id', r.id, 'status', r.status) from runs r
        where r.conversation_id = c.id order by r.started_at desc, r.id limit 1) as run,
      (select count(*)::int from asks a where a.conversation_id = c.id and a.status = 'open') as "openAsks"
    from conversations c
    where c.agent_id = ${agentId} and (${q ?? null}::text is null or strpos(lower(c.title), lower(${q ?? null}::text)) > 0)
      and (${after?.id ?? null}::uuid is null or (c.updated_at, c.id) <
        (to_timestamp(0) + ${after?.micros ?? 0}::bigint * interval '1 microsecond', ${after?.id ?? null}::uuid))
    order by c.updated_at desc, c.id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    conversations: page.map(({ micros: _, ...row }) => ({
      ...row,
      createdAt: iso(row.createdAt),
      updatedAt: iso(row.updatedAt),
    })),
    ...(rows.length > limit && last ? { nextCursor: `${last.micros}_${last.id}` } : {}),
  };
}

export type ConversationView = {
  conversation: { id: string; title: string; createdAt: string; updatedAt: string; model: string | null };
  /** Oldest first. The message of a running run is not among them: the stream replays it whole. */
  messages: StoredMessage[];
  run: {
    id: string;
    status: RunStatus;
    messageId: string;
    error: RunError | null;
    startedAt: string;
    pending: number;
  } | null;
  asks: {
    toolCallId: string;
    toolName: string;
    kind: "answer" | "approval";
    messageId: string;
    input: unknown;
    createdAt: string;
  }[];
};

/** All of a conversation as it is at one moment. */
export async function readConversation(agentId: string, id: string): Promise<ConversationView | null> {
  const text = await conversationJson(agentId, id);
  return text === null ? null : JSON.parse(text);
}

/**
 * The ConversationView as JSON text, made by the database in one statement: a long conversation is not taken apart and
 * put together again on its way out.
 */
export async function conversationJson(agentId: string, id: string): Promise<string | null> {
  const [row] = await sql()<{ view: string }[]>`
    with c as (
      select * from conversations where id = ${id} and agent_id = ${agentId}
    ), r as (
      select * from runs where conversation_id = ${id} order by started_at desc, id limit 1
    )
    select json_build_object(
      'conversation', json_build_object('id', c.id, 'title', c.title, 'createdAt', c.created_at, 'updatedAt', c.updated_at, 'model', c.model),
      'messages', coalesce((select json_agg(json_build_object('id', m.id, 'role', m.role, 'parts', m.parts,
          'metadata', json_build_object('createdAt', m.created_at)) order by m.position) from messages m
        where m.conversation_id = c.id and not exists (select from r where r.status = 'running' and r.message_id = m.id)), '[]'),
      'run', (select json_build_object('id', r.id, 'status', r.status, 'messageId', r.message_id, 'error', r.error, 'startedAt', r.started_at,
        'pending', r.pending) from r),
      'asks', coalesce((select json_agg(json_build_object('toolCallId', a.tool_call_id, 'toolName', a.tool_name, 'kind', a.kind,
          'messageId', a.message_id, 'input', a.input, 'createdAt', a.created_at) order by a.created_at, a.tool_call_id)
        from asks a where a.conversation_id = c.id and a.status = 'open'), '[]'))::text as view
    from c`;
  return row?.view ?? null;
}

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

export type ConversationChange = { title?: string; model?: string | null };

export async function changeConversation(
  agentId: string,
  id: string,
  change: ConversationChange,
): Promise<void> {
  const changed = await db()
    .update(conversations)
    .set({ ...change, updatedAt: raw`updated_at` })
    .where(and(eq(conversations.id, id), eq(conversations.agentId, agentId)))
    .returning({ id: conversations.id });
  if (changed.length === 0) throw noConversation(id);
  publish({ type: "conversation", agent: agentId, id });
}

/** Removes a conversation with all that hangs on it. */
export async function removeConversation(agentId: string, id: string): Promise<void> {
  const gone = await db()
    .delete(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.agentId, agentId)))
    .returning({ id: conversations.id });
  if (gone.length === 0) throw noConversation(id);
  publish({ type: "conversation", agent: agentId, id });
}

/** Throws unless the agent has this conversation. */
export async function requireConversation(agentId: string, id: string): Promise<void> {
  const [row] = await sql()`select from conversations where id = ${id} and agent_id = ${agentId}`;
  if (!row) throw noConversation(id);
}

export const noConversation = (id: string) => new AppError("not_found", `There is no conversation ${id}.`);

const iso = (at: string) => new Date(at).toISOString();

/** The time of the last row in microseconds, which Date does not hold, and its id. */
const CURSOR = /^(?<micros>\d{1,16})_(?<id>[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function parseCursor(cursor: string): { micros: string; id: string } {
  const { micros, id } = CURSOR.exec(cursor)?.groups ?? {};
  if (micros !== undefined && id !== undefined) return { micros, id };
  throw new AppError("invalid", "The cursor is not one that a list gave. Leave it out to begin at the top.");
}
