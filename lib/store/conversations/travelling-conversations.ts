import type { Sql, TransactionSql } from "postgres";
import { bodyOf } from "@/lib/shared/chat/body";
import { addHelpers, helperJson, type TravellingHelper } from "@/lib/store/agents/travelling-helpers";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import type { Conversation, MessageRow } from "@/lib/store/rows";
import type { Read } from "./export";

/** A conversation as it goes into an agent's file and comes from one: without what the person has allowed in it. */
export type TravellingConversation = Pick<
  Conversation,
  | ("id" | "title" | "titledBy" | "origin" | "contact" | "jobId" | "identity" | "model" | "successors")
  | ("readWeb" | "readThrough" | "pinnedAt" | "pinnedSurface" | "endedAt" | "summary" | "continuedBy")
  | ("createdAt" | "updatedAt")
> & {
  /** Of one that another conversation of the same agent has begun as its helper. */
  helper?: TravellingHelper;
};

export type TravellingMessage = Pick<
  MessageRow,
  "id" | "role" | "parentId" | "active" | "parts" | "metadata" | "createdAt"
> & {
  /** What the person has done with the sheets of its calls. */
  sheets: { call: string; entries: Record<string, unknown>; isClosed: boolean; hasFailed: boolean }[];
};

/** Each conversation, and after it its messages in their order. */
export type Travelling<M = TravellingMessage> = { conversation: TravellingConversation } | { message: M };

/** A message as it is stored, with the calls in it that wait for an answer. */
export type StoredMessage = TravellingMessage & { asked: string[] };

const PAGE = 100;

/** All conversations of an agent in which something was said and that are not deleted, oldest first. */
export async function* conversationsOfAgent(
  agentId: string,
  read: Read,
): AsyncGenerator<Travelling<StoredMessage>> {
  let after: { id: string; at: string } | null = null;
  for (;;) {
    const page: (Omit<TravellingConversation, "helper"> & { helper: TravellingHelper | null; at: string })[] =
      [];
    const rows = read<(typeof page)[number]>(pageOf(agentId, after));
    for await (const row of rows) page.push(row);
    after = page.at(-1) ?? null;
    if (!after) return;
    const heads = page.map(({ at: _, helper, ...conversation }) => ({
      conversation: { ...conversation, ...(helper && { helper }) },
    }));
    let next = 0;
    const messages = read<StoredMessage & { nth: number }>(
      messagesOf(heads.map((one) => one.conversation.id)),
    );
    for await (const { nth, ...message } of messages) {
      for (; next < nth; next++) yield* heads.slice(next, next + 1);
      yield { message };
    }
    yield* heads.slice(next);
  }
}

const pageOf = (agentId: string, after: { id: string; at: string } | null) => (on: Sql) =>
  on`
  select id, title, titled_by as "titledBy", origin, contact, job_id as "jobId", identity, model, to_json(successors) as successors,
    to_json(read_web) as "readWeb", to_json(read_through) as "readThrough",
    to_json(date_trunc('milliseconds', pinned_at) at time zone 'UTC')#>>'{}' || 'Z' as "pinnedAt", pinned_surface as "pinnedSurface",
    to_json(date_trunc('milliseconds', ended_at) at time zone 'UTC')#>>'{}' || 'Z' as "endedAt", summary, continued_by as "continuedBy",
    to_json(date_trunc('milliseconds', created_at) at time zone 'UTC')#>>'{}' || 'Z' as "createdAt",
    to_json(date_trunc('milliseconds', updated_at) at time zone 'UTC')#>>'{}' || 'Z' as "updatedAt", created_at::text as at,
    (${helperJson(on)}) as helper
  from conversations
  where agent_id = ${agentId} and deleted_at is null
    and exists (select from messages m where m.conversation_id = conversations.id)
    ${after ? on`and (created_at, id) > (${after.at}::text::timestamptz, ${after.id}::uuid)` : on``}
  order by created_at, id limit ${PAGE}`;

const messagesOf = (conversations: readonly string[]) => (on: Sql) =>
  on`
  select c.nth::int as nth, m.id, m.role, m.parent_id as "parentId", m.active, m.parts, m.metadata,
    to_json(date_trunc('milliseconds', m.created_at) at time zone 'UTC')#>>'{}' || 'Z' as "createdAt",
    coalesce((select json_agg(json_build_object('call', s.tool_call_id, 'entries', s.entries, 'isClosed', s.closed_at is not null,
      'hasFailed', s.failed) order by s.tool_call_id collate "C") from sheets s
      where s.conversation_id = m.conversation_id and s.message_id = m.id), '[]') as sheets,
    coalesce((select json_agg(a.tool_call_id) from asks a where a.conversation_id = m.conversation_id and a.message_id = m.id
      and a.status = 'open' and a.kind = 'answer'), '[]') as asked
  from json_array_elements_text(${asJson(conversations)}::json) with ordinality as c(id, nth)
    join messages m on m.conversation_id = c.id::uuid
  order by c.nth, m.position`;

/** Where conversations of these ids are: here, here and deleted, or of another agent. */
export async function placesOf(
  agentId: string,
  ids: readonly string[],
): Promise<Map<string, "here" | "deleted" | "elsewhere">> {
  const rows = await sql()<{ id: string; place: "here" | "deleted" | "elsewhere" }[]>`
    select id, case when agent_id <> ${agentId} then 'elsewhere' when deleted_at is null then 'here' else 'deleted' end as place
    from conversations where id in (select value::uuid from json_array_elements_text(${asJson(ids)}::json))`;
  return new Map(rows.map(({ id, place }) => [id, place]));
}

/** Messages of one transaction, more or less; a conversation is in one. */
const AT_ONCE = 1_000;

/**
 * Writes conversations down, each whole or not at all, so that what breaks off is completed by doing it again. Those that
 * are there stay as they are, and come back where they were deleted. `links`: which one goes on in which.
 */
export async function bringConversations(
  agentId: string,
  entries: AsyncIterator<Travelling>,
  links: readonly [from: string, to: string][],
): Promise<void> {
  const helpers = new Map<string, TravellingHelper>();
  let next = await entries.next();
  while (!next.done) {
    const { begun } = await sql().begin(async (tx) => {
      const writer = writing(tx, agentId, helpers);
      for (let count = 0; !next.done; next = await entries.next()) {
        if ("conversation" in next.value && count >= AT_ONCE) break;
        count++;
        await writer.add(next.value);
      }
      return { begun: await writer.end(links) };
    });
    // One is enough for lists to be read again.
    for (const id of [...begun].slice(0, 1)) publish({ type: "conversation", agent: agentId, id });
  }
  publish({ type: "pins", agent: agentId });
}

const MAX_STATEMENT = 4_000_000;

/** `helpers`: those that came and whose asker was not there yet. */
function writing(tx: TransactionSql, agentId: string, helpers: Map<string, TravellingHelper>) {
  const begun = new Set<string>();
  /** Null while what is there is passed over. */
  let conversationId: string | null = null;
  let rows: object[] = [];
  let [size, nth] = [0, 0];
  const flush = async () => {
    if (rows.length > 0) await addMessages(tx, agentId, rows);
    [rows, size] = [[], 0];
  };
  return {
    async add(entry: Travelling): Promise<void> {
      if ("conversation" in entry) {
        const { id, helper } = entry.conversation;
        conversationId = (await begin(tx, agentId, entry.conversation)) ? id : null;
        if (conversationId !== null) begun.add(conversationId);
        if (conversationId !== null && helper) helpers.set(id, helper);
        return;
      }
      if (conversationId === null) return;
      const { parts, metadata, ...message } = entry.message;
      const row = {
        ...message,
        conversationId,
        nth: nth++,
        // As texts, so that the database keeps them as they are.
        parts: asJson(parts),
        metadata: metadata === null ? null : asJson(metadata),
        body: bodyOf(parts),
      };
      rows.push(row);
      size += row.parts.length + row.body.length;
      if (size > MAX_STATEMENT || rows.length >= AT_ONCE) await flush();
    },
    /** Gives those that were not there. */
    async end(links: readonly [string, string][]): Promise<ReadonlySet<string>> {
      await flush();
      const meant = links.filter(([from, to]) => begun.has(from) || begun.has(to));
      if (meant.length > 0)
        await tx`
          update conversations c set continued_by = n.id
          from json_to_recordset(${asJson(meant.map(([from, to]) => ({ from, to })))}::json) as l("from" uuid, "to" uuid)
            join conversations n on n.id = l."to" and n.agent_id = ${agentId}
          where c.id = l."from" and c.agent_id = ${agentId} and c.continued_by is null`;
      const due = [...helpers].filter(([id, helper]) => begun.has(id) || begun.has(helper.conversationId));
      if (due.length > 0) for (const id of await addHelpers(tx, agentId, due)) helpers.delete(id);
      return begun;
    },
  };
}

/** False where it was there: then its messages were, too. */
async function begin(tx: TransactionSql, agentId: string, one: TravellingConversation): Promise<boolean> {
  const [made] = await tx`
    insert into conversations (id, agent_id, title, titled_by, origin, contact, job_id, identity, model, successors, read_web,
      read_through, pinned_at, pinned_surface, ended_at, summary, created_at, updated_at)
    values (${one.id}, ${agentId}, ${one.title}, ${one.titledBy}, ${one.origin}, ${one.contact}, ${one.jobId}, ${one.identity},
      ${one.model}, ${one.successors && list(tx, one.successors)}, ${list(tx, one.readWeb)}, ${list(tx, one.readThrough)},
      ${one.pinnedAt}, ${one.pinnedSurface}, ${one.endedAt}, ${one.summary}, ${one.createdAt}, ${one.updatedAt})
    on conflict (id) do nothing returning id`;
  if (made) return true;
  await tx`update conversations set deleted_at = null where id = ${one.id} and agent_id = ${agentId}`;
  return false;
}

const list = (tx: TransactionSql, values: readonly string[]) =>
  tx`array(select json_array_elements_text(${asJson(values)}::json))`;

async function addMessages(tx: TransactionSql, agentId: string, rows: readonly object[]): Promise<void> {
  await tx`
    with given as (
      select * from json_to_recordset(${asJson(rows)}::json) as g("conversationId" uuid, nth int, id text, role text, "parentId" text,
        active boolean, parts text, metadata text, body text, "createdAt" timestamptz, sheets json)
    ), added as (
      insert into messages (conversation_id, id, agent_id, role, parent_id, active, parts, body, metadata, created_at)
      select "conversationId", id, ${agentId}, role, "parentId", active, parts::json, body, metadata::json, "createdAt"
      from given order by nth
    )
    insert into sheets (conversation_id, message_id, tool_call_id, agent_id, entries, version, closed_at, failed)
    select g."conversationId", g.id, s->>'call', ${agentId}, s->'entries', 1, case when (s->>'isClosed')::boolean then now() end,
      (s->>'hasFailed')::boolean
    from given g cross join json_array_elements(g.sheets) s`;
}
