import type { ISql, TransactionSql } from "postgres";
import type { FactSource } from "@/lib/shared/memory/facts";
import type { FactOrigin } from "@/lib/shared/memory/memory-view";
import { asJson, sql } from "@/lib/store/db";
import { andVisible } from "@/lib/store/members/visible";
import type { ConsolidationRow, MemoryRow } from "@/lib/store/rows";

type Fact = Pick<
  MemoryRow,
  | ("id" | "agentId" | "layer" | "conversationId" | "content" | "words" | "contentHash" | "category")
  | ("projectId" | "certainty" | "source" | "version")
>;

/**
 * Inserts or updates a fact; a session fact only if its conversation exists. Raw SQL: inserts conditionally
 * on another table.
 */
export const writeFact = (tx: TransactionSql, fact: Fact) => tx`
  insert into memories (id, agent_id, layer, conversation_id, project_id, content, words, content_hash, category, certainty, source, version)
  select ${fact.id}, ${fact.agentId}, ${fact.layer}, ${fact.conversationId}::uuid, ${fact.projectId}::uuid, ${fact.content}, ${fact.words}, ${fact.contentHash},
    ${fact.category}, ${fact.certainty}, ${fact.source ? asJson(fact.source) : null}::json, ${fact.version}
  where ${fact.conversationId}::uuid is null or exists (
    select from conversations where id = ${fact.conversationId}::uuid and agent_id = ${fact.agentId})
  on conflict (id) do update set layer = excluded.layer, conversation_id = excluded.conversation_id, project_id = excluded.project_id, content = excluded.content,
    words = excluded.words, content_hash = excluded.content_hash, category = excluded.category, certainty = excluded.certainty,
    source = excluded.source, version = excluded.version, deleted_at = null, updated_at = now(), extensions = 0
  where memories.agent_id = excluded.agent_id`;

/** Deletes facts forgotten more than `days` days ago, with all their versions. Raw SQL: writes in a CTE. */
export const deleteForgotten = (days: number, limit: number) => sql()`
  with old as (
    select agent_id, id from memories where deleted_at < now() - ${days} * interval '1 day' limit ${limit}
  ), versions as (
    delete from revisions r using old where r.agent_id = old.agent_id and r.kind = 'memory' and r.name = old.id::text
  )
  delete from memories m using old where m.id = old.id`;

/**
 * Deletes a fact, forgotten or not, with all its versions and the reports of consolidation that quote it. Raw
 * SQL: writes in a CTE, and reads JSON.
 */
export const deleteWhole = (tx: TransactionSql, agentId: string, id: string) => tx<{ id: string }[]>`
  with versions as (
    delete from revisions where agent_id = ${agentId} and kind = 'memory' and name = ${id}
  ), reports as (
    delete from consolidations c where c.agent_id = ${agentId} and exists (
      select from json_array_elements(c.before) one where one->>'id' = ${id})
  )
  delete from memories where agent_id = ${agentId} and id = ${id}::uuid returning id`;

type FactPlace = Pick<FactSource, "conversationId" | "messageId"> & { id: string };
type PlaceRow = Pick<FactOrigin, "title" | "files"> & {
  id: string;
  job: { id: string; name: string } | null;
};

/**
 * Reads where facts were stored: the conversation, and the job and files of the user message. Does not parse
 * messages larger than `bytes`. Raw SQL: reads JSON and joins it.
 */
export const readPlaces = (agentId: string, places: readonly FactPlace[], bytes: number) => sql()<PlaceRow[]>`
  select s.id, c.title,
    case when said.metadata->'cause' is not null
      then json_build_object('id', said.metadata->'cause'->>'jobId', 'name', said.metadata->'cause'->>'name') end as job,
    coalesce((select json_agg(json_build_object('name', p->>'filename', 'url', p->>'url')) from json_array_elements(
      case when pg_column_size(said.parts) < ${bytes} then said.parts else '[]' end) p
      where p->>'type' = 'file' and p->>'url' like '/api/files/%'), '[]') as files
  from json_to_recordset(${asJson(places)}::json) as s(id uuid, "conversationId" uuid, "messageId" text)
    join conversations c on c.id = s."conversationId" and c.agent_id = ${agentId} and c.deleted_at is null ${andVisible(sql()`c`)}
    left join messages m on m.conversation_id = c.id and m.id = s."messageId"
    left join messages said on said.conversation_id = c.id and said.id = m.parent_id`;

type FactInput = { id: string; copy: string; layer: string | null; hash: string | null };

/**
 * Compares facts of a file with the stored ones. `isOthers`: the id belongs to another agent, or the fact was
 * imported before under the id `copy`. `isKnown`: the agent has the same content under another id. Raw SQL:
 * queries for each row read from JSON.
 */
export const findExistingFacts = (on: ISql, agentId: string, inputs: readonly FactInput[]) =>
  on<{ id: string; isOthers: boolean; isKnown: boolean }[]>`
    select g.id::text as id,
      exists (select from memories m where m.id = g.id and m.agent_id <> ${agentId}) or exists (
        select from revisions r where r.agent_id = ${agentId} and r.kind = 'memory' and r.name = g.copy) as "isOthers",
      exists (
        select from memories m where m.agent_id = ${agentId} and m.layer = g.layer and m.id::text not in (g.id::text, g.copy)
          and m.conversation_id is null and m.content_hash = g.hash) as "isKnown"
    from json_to_recordset(${asJson(inputs)}::json) as g(id uuid, copy text, layer text, hash text)`;

export type Coming = {
  layer: string;
  hash: string;
  pinned: boolean;
  expiresAt: string | null;
  isNew: boolean;
};

/**
 * Pins facts. Sets the expiry of new facts to that of the file if it is earlier. Raw SQL: joins rows read
 * from JSON.
 */
export const keepFacts = (tx: TransactionSql, agentId: string, facts: readonly Coming[]) => tx`
  update memories m set
    pinned_at = case when g.pinned then coalesce(m.pinned_at, now()) else m.pinned_at end,
    expires_at = case when g."isNew" and g."expiresAt" > now() and m.expires_at is not null
      then least(m.expires_at, g."expiresAt") else m.expires_at end
  from json_to_recordset(${asJson(facts)}::json)
    as g(layer text, hash text, pinned boolean, "expiresAt" timestamptz, "isNew" boolean)
  where m.agent_id = ${agentId} and m.deleted_at is null and m.layer <> 'session' and m.layer = g.layer
    and m.content_hash = g.hash`;

/**
 * Lists unsettled consolidations of the last `days` days, newest first, with the current facts. Excludes
 * those whose facts were forgotten since. Raw SQL: joins values read from JSON.
 */
export const unsettled = (agentId: string, days: number, limit: number) =>
  sql()<
    (Pick<ConsolidationRow, "id" | "kind" | "createdAt" | "before"> & {
      now: Record<string, { content: string; updatedAt: string }> | null;
    })[]
  >`
    select c.id, c.kind, c.created_at as "createdAt", c.before,
      (select json_object_agg(m.id, json_build_object('content', m.content, 'updatedAt', m.updated_at)) from memories m where m.agent_id = c.agent_id and m.deleted_at is null
        and m.id in (select (one->>'id')::uuid from json_array_elements(c.before) one)) as now
    from consolidations c
    where c.agent_id = ${agentId} and c.settled is null and c.created_at > now() - ${days} * interval '1 day'
      and not exists (
        select from json_array_elements(c.before) with ordinality stayed(fact, nth)
          join memories f on f.id = (fact->>'id')::uuid and f.deleted_at is not null
        where c.kind = 'contradiction' or nth = 1)
    order by c.created_at desc, c.id desc limit ${limit}`;
