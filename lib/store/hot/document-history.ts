import type { ISql, TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/given";
import { written } from "@/lib/store/origins";
import type { Named } from "./documents";

/** Of a row beside its text. */
const ROW_BYTES = 100;
/** What jsonb refuses is escaped in the text, after a `\u`, for which one looks sooner than for a pattern. */
const ESCAPED = "\\\\u(0000|d[89a-f])";

/**
 * Keeps documents as they are before a change; `ids` may name some that are not there yet. By hand: it inserts what it reads
 * of several tables.
 */
export const keepBefore = (
  tx: TransactionSql,
  { agentId, collection }: Named,
  change: number,
  ids: Sql,
) => tx`
  insert into documents_before (agent_id, collection, change, id, position, body, found, keys)
  select ${agentId}::uuid, ${collection}, ${change}::bigint, g.id, d.position, d.body,
    case when strpos(d.body, ${"\\u"}) > 0 and d.body ~* ${ESCAPED} then d.found end,
    (select json_agg(json_build_array(k.index, k.key)) from document_keys k
      where k.agent_id = ${agentId} and k.collection = ${collection} and k.id = d.id)
  from (${ids}) g(id)
  left join documents d on d.agent_id = ${agentId} and d.collection = ${collection} and d.id = g.id`;

/** The ids of all documents. By hand: a part of statements that are written by hand. */
export const allIds = (on: ISql, { agentId, collection }: Named) =>
  on`select id from documents where agent_id = ${agentId} and collection = ${collection}`;

/** The documents that were touched after a change, as they were before the first time. By hand: a part of statements that are written by hand. */
export const touchedAfter = (on: ISql, { agentId, collection }: Named, change: number) => on`
  select distinct on (id) id, position, body, found, keys from documents_before
  where agent_id = ${agentId} and collection = ${collection} and change > ${change}::bigint order by id, change`;

/** The documents that a change has touched, as they were before. By hand: a part of statements that are written by hand. */
export const touchedBy = (on: ISql, { agentId, collection }: Named, change: number) => on`
  select id, position, body, found, keys from documents_before
  where agent_id = ${agentId} and collection = ${collection} and change = ${change}`;

/** Deletes documents that were touched. By hand: it takes a part of a statement. */
export const deleteTouched = (tx: TransactionSql, { agentId, collection }: Named, touched: Sql) =>
  tx<{ id: string }[]>`
    delete from documents where agent_id = ${agentId} and collection = ${collection}
      and id in (select id from (${touched}) t) returning id`;

/** Inserts documents as they were before. By hand: it inserts what it reads of another table. */
export const insertTouched = (tx: TransactionSql, { agentId, collection }: Named, touched: Sql) =>
  tx<{ id: string }[]>`
    insert into documents (agent_id, collection, id, position, body, found)
    select ${agentId}::uuid, ${collection}, id, position, body, coalesce(found, body::jsonb) from (${touched}) t
    where body is not null returning id`;

/** Inserts the keys of documents as they were before, where nobody else has them. By hand: it writes in a CTE. */
export const insertTouchedKeys = (tx: TransactionSql, { agentId, collection }: Named, touched: Sql) =>
  tx<{ wanted: number; put: number }[]>`
    with wanted as (
      select t.id, k->>0 as index, k->>1 as key from (${touched}) t cross join lateral json_array_elements(t.keys) k
      where t.body is not null
    ), put as (
      insert into document_keys (agent_id, collection, index, key, id)
      select ${agentId}::uuid, ${collection}, index, key, id from wanted on conflict do nothing returning id)
    select (select count(*) from wanted)::int as wanted, (select count(*) from put)::int as put`;

/** Writes down that a collection has changed, and counts its documents anew. By hand: it joins a count. */
export const noteRewound = (
  tx: TransactionSql,
  { agentId, collection }: Named,
  change: { version: number; indexes: readonly object[]; origins: readonly string[] },
) =>
  tx<{ documents: number; bytes: number }[]>`
    update document_collections c set version = ${change.version}, documents = d.documents, bytes = d.bytes,
      indexes = ${asJson(change.indexes)}::json,
      origins = case when d.documents = 0 then '{}' else ${written(change.origins)} end,
      marked_at = case when ${change.origins.length > 0} then coalesce(c.marked_at, now()) end
    from (
      select count(*)::int as documents, coalesce(sum(octet_length(body)), 0)::bigint as bytes from documents
      where agent_id = ${agentId} and collection = ${collection}) d
    where c.agent_id = ${agentId} and c.name = ${collection}
    returning c.documents, c.bytes::float8 as bytes`;

/** Of each collection the newest change that is beyond what is kept of an agent. By hand: it ranks and sums by windows over one another. */
export const cutsOf = (agentId: string | null, most: { changes: number; bytes: number }) =>
  sql()<(Named & { change: number })[]>`
    with sizes as (
      select agent_id, collection, change, sum(coalesce(octet_length(body), 0) + ${ROW_BYTES}) as bytes from documents_before
      where ${agentId}::uuid is null or agent_id = ${agentId} group by 1, 2, 3
    ), ranked as (
      select *, row_number() over (partition by agent_id, collection order by change desc) as nth from sizes
    ), summed as (
      select *, sum(bytes) over (partition by agent_id order by nth, change desc rows unbounded preceding) as total from ranked
    )
    select agent_id as "agentId", collection, max(change)::float8 as change from summed
    where nth > ${most.changes} or total > ${most.bytes} group by 1, 2`;
