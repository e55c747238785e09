import { randomUUID } from "node:crypto";
import { and, eq, getTableColumns, getTableName, isNull, sql as raw, type SQL } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ISql, TransactionSql } from "postgres";
import {
  agents,
  agentTools,
  boards,
  componentGrants,
  components,
  conversations,
  documentCollections,
  files,
  jobs,
  memories,
  memoryBlocks,
  messages,
  projects,
  revisions,
  settings,
  skills,
  state,
  surfaces,
  trusts,
} from "@/drizzle/schema";
import { db } from "@/lib/store/db";
import { isOfVisible, isVisible } from "@/lib/store/members/visible";

/*
 * Copies an agent within Postgres, as rows with another `agent_id`. Documents stay in the source until the copy uses their
 * collection (`data/borrowed-documents.ts`). Access to the outside is not copied: channels, accounts, addresses.
 */

type Change = Record<string, SQL>;

/** Copies rows of a table with all its columns; `change` has the columns that differ, by their names in the schema. */
async function copyRows(on: ISql, table: PgTable, change: Change, where: SQL | undefined): Promise<void> {
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !column.generatedIdentity);
  const names = raw.join(
    columns.map(([, column]) => raw.identifier(column.name)),
    raw`, `,
  );
  const values = raw.join(
    columns.map(([key, column]) => change[key] ?? raw`${column}`),
    raw`, `,
  );
  await db(on).execute(raw`insert into ${table} (${names}) select ${values} from ${table} where ${where}`);
}

/** The tables whose rows are copied as they are, except for deleted ones. */
const AS_THEY_ARE = [agentTools, components, skills, state, boards, projects, settings, trusts] as const;

/** Runs in a copy act with the rights of its owner, because no other member has any on it. */
const ownerOf = (copyId: string): SQL => raw`(select o.member_id from agents o where o.id = ${copyId})`;

/** The id of a copied fact. Ids of facts are unique in the workspace; those of other kinds are unique in the agent. */
export const copiedFactId = (copyId: string, id: SQL | string): SQL => raw`(
  select substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-8' || substr(h, 14, 3) || '-8' || substr(h, 18, 3) || '-' || substr(h, 21, 12)
  from (select encode(sha256(convert_to(${copyId}::text || ' ' || ${id}::text, 'UTF8')), 'hex') as h) hashed)`;

type Copied = { sourceId: string; memberId: string };

/** Inserts the row of a copy, which no list shows. */
export async function insertCopy(tx: TransactionSql, { sourceId, memberId }: Copied): Promise<string> {
  const id = randomUUID();
  await copyRows(
    tx,
    agents,
    {
      id: raw`${id}::uuid`,
      memberId: raw`${memberId}::uuid`,
      everyone: raw`null`,
      createdAt: raw`clock_timestamp()`,
      archivedAt: raw`null`,
      deletedAt: raw`'infinity'`,
    },
    raw`${agents.id} = ${sourceId}`,
  );
  return id;
}

/**
 * Copies what the agent consists of now, and as its history the live versions of `at` (ISO time), whose numbers stay. The
 * caller then changes the items that differed at that time.
 */
export async function copyParts(
  tx: TransactionSql,
  sourceId: string,
  copyId: string,
  at: string | null,
): Promise<void> {
  const agentId = raw`${copyId}::uuid`;
  for (const table of AS_THEY_ARE) {
    const isLive = "deletedAt" in table ? raw` and ${table.deletedAt} is null` : raw``;
    await copyRows(tx, table, { agentId }, raw`${table.agentId} = ${sourceId}${isLive}`);
  }
  const isOurs = (table: { agentId: unknown }) => raw`${table.agentId} = ${sourceId}`;
  await copyRows(
    tx,
    jobs,
    {
      ...{ agentId, conversationId: raw`null`, nextRunAt: raw`null`, tokenHash: raw`null` },
      ...{ memberId: ownerOf(copyId), waiting: raw`'[]'`, mailSince: raw`null` },
    },
    isOurs(jobs),
  );
  await copyRows(tx, memoryBlocks, { agentId, id: raw`gen_random_uuid()` }, isOurs(memoryBlocks));
  await copyRows(
    tx,
    memories,
    { agentId, id: raw`${copiedFactId(copyId, raw`${memories.id}`)}::uuid` },
    raw`${isOurs(memories)} and ${memories.deletedAt} is null and ${memories.layer} <> 'session'`,
  );
  await copyRows(
    tx,
    files,
    {
      agentId,
      conversationId: raw`null`,
      folderId: raw`null`,
      folderPath: raw`null`,
      textState: raw`'none'`,
    },
    // Without its conversation, a copied file is visible to all who use the copy.
    and(
      ...[isOurs(files), isNull(files.deletedAt), isOfVisible(files.conversationId)],
      at === null ? undefined : raw`${files.createdAt} <= ${at}::timestamptz`,
    ),
  );
  await copyRows(
    tx,
    componentGrants,
    { agentId },
    raw`${isOurs(componentGrants)} and ${componentGrants.conversationId} is null`,
  );
  await copyRows(tx, documentCollections, { agentId, borrowed: raw`true` }, isOurs(documentCollections));
  await copyVersions(tx, sourceId, copyId, at);
  // The triggers queue copied texts for the search by meaning; their vectors would be those of the source.
  await tx`delete from search_queue where agent_id = ${copyId}`;
}

/** The live version of each item at a time, without its cause, which names conversations of the source. */
async function copyVersions(tx: TransactionSql, sourceId: string, copyId: string, at: string | null) {
  const { agentId, kind, name, live, createdAt, version, id, content } = revisions;
  const newest = raw`(
    select distinct on (${kind}, ${name}) ${id} from ${revisions}
    where ${agentId} = ${sourceId} and ${live} and ${kind} not in ('database', 'model_family')
      and (${at}::timestamptz is null or date_trunc('milliseconds', ${createdAt}) <= ${at}::timestamptz)
    order by ${kind}, ${name}, ${version} desc)`;
  await copyRows(
    tx,
    revisions,
    {
      ...{ agentId: raw`${copyId}::uuid`, id: raw`gen_random_uuid()`, cause: raw`null` },
      name: raw`case when ${kind} = 'memory' then ${copiedFactId(copyId, raw`${name}`)} else ${name} end`,
    },
    raw`${id} in ${newest} and ${content} is not null
      and (${kind} <> 'memory' or ${content}->>'layer' is distinct from 'session')`,
  );
}

/** Gives the copy the collections of an earlier time, from the versions that were copied. */
export async function borrowCollectionsOfVersions(tx: TransactionSql, copyId: string): Promise<void> {
  await tx`delete from document_collections where agent_id = ${copyId}`;
  await tx`
    insert into document_collections (agent_id, name, version, documents, bytes, indexes, origins, borrowed)
    select agent_id, name, (content->>'change')::bigint, (content->>'documents')::int, (content->>'bytes')::bigint,
      content->'indexes', array(select json_array_elements_text(content->'origins')), true
    from revisions where agent_id = ${copyId} and kind = 'collection'`;
}

/**
 * Copies a conversation up to a message, or to the one before `beforeId`, by the visible branch, with the user's changes of
 * its surfaces. Returns the id of the copy; null if the acting member may not read the conversation.
 */
export async function copyConversation(
  tx: TransactionSql,
  from: { agentId: string; conversationId: string; messageId?: string; beforeId?: string },
  copyId: string,
): Promise<string | null> {
  const id = randomUUID();
  const changed = { agentId: raw`${copyId}::uuid` };
  await copyRows(
    tx,
    conversations,
    {
      ...{
        ...changed,
        id: raw`${id}::uuid`,
        memberId: ownerOf(copyId),
        everyone: raw`false`,
        pinnedAt: raw`null`,
        pinnedSurface: raw`null`,
      },
      ...{ linkChoices: raw`null`, continuedBy: raw`null`, endedAt: raw`null`, divideAt: raw`null` },
    },
    and(...[eq(conversations.id, from.conversationId), eq(conversations.agentId, from.agentId)], isVisible()),
  );
  const [copied] = await tx`select from conversations where id = ${id}`;
  if (!copied) return null;
  const last = from.messageId ?? null;
  const before = from.beforeId ?? null;
  await copyRows(
    tx,
    messages,
    { ...changed, conversationId: raw`${id}::uuid` },
    raw`${messages.conversationId} = ${from.conversationId} and ${messages.active} and (${last}::text is null or ${messages.position} <= (
      select m.position from messages m where m.conversation_id = ${from.conversationId} and m.id = ${last}))
    and (${before}::text is null or ${messages.position} < (
      select m.position from messages m where m.conversation_id = ${from.conversationId} and m.id = ${before}))
    order by ${messages.position}`,
  );
  await copyRows(
    tx,
    surfaces,
    { ...changed, conversationId: raw`${id}::uuid` },
    raw`${surfaces.conversationId} = ${from.conversationId} and exists (
      select from messages m where m.conversation_id = ${id} and m.id = ${surfaces.messageId})`,
  );
  await tx`delete from search_queue where agent_id = ${copyId}`;
  return id;
}

/** Gives a copied conversation another system prompt and notes, and keeps its title from being written by a model. */
export const setIdentity = (tx: TransactionSql, conversationId: string, identity: string) =>
  tx`update conversations set identity = ${identity}, titled_by = 'person' where id = ${conversationId}`;

/** Points jobs of the copy to the copied conversation. */
export const setJobConversation = (
  tx: TransactionSql,
  copyId: string,
  jobId: string,
  conversationId: string,
) => tx`update jobs set conversation_id = ${conversationId} where agent_id = ${copyId} and id = ${jobId}`;

/** For tests: the names of the tables of which a copy has rows. */
export const COPIED_TABLES: ReadonlySet<string> = new Set(
  [
    ...AS_THEY_ARE,
    jobs,
    memoryBlocks,
    memories,
    files,
    componentGrants,
    documentCollections,
    revisions,
    agents,
  ].map((table) => getTableName(table)),
);
