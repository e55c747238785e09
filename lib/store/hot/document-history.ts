import type { ISql, TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import { written } from "@/lib/store/origins";
import type { Sql } from "@/lib/store/sql-fragments";
import type { Named } from "./documents";

export type { Named };

/** Estimated bytes of a row in addition to its text. */
const ROW_BYTES = 100;
/**
 * Pattern for escapes that jsonb rejects. Statements first search for `\u`, which is faster than this
 * pattern.
 */
const ESCAPED = "\\\\u(0000|d[89a-f])";

/**
 * Stores documents as they are before a change. For ids of new documents, stores that they did not exist. Raw
 * SQL: inserts a selection from several tables.
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

/** Selects the ids of all documents. Raw SQL: a fragment of handwritten statements. */
export const allIds = (on: ISql, { agentId, collection }: Named) =>
  on`select id from documents where agent_id = ${agentId} and collection = ${collection}`;

/**
 * Selects the documents touched after a change, each as it was before the first touch. Raw SQL: a fragment of
 * handwritten statements.
 */
export const touchedAfter = (on: ISql, { agentId, collection }: Named, change: number) => on`
  select distinct on (id) id, position, body, found, keys from documents_before
  where agent_id = ${agentId} and collection = ${collection} and change > ${change}::bigint order by id, change`;

/**
 * Selects the documents touched by a change, as they were before it. Raw SQL: a fragment of handwritten
 * statements.
 */
export const touchedBy = (on: ISql, { agentId, collection }: Named, change: number) => on`
  select id, position, body, found, keys from documents_before
  where agent_id = ${agentId} and collection = ${collection} and change = ${change}`;

/** Selects documents as they are now, by the ids of touched ones. Raw SQL: a fragment of handwritten statements. */
export const statesOf = (on: ISql, { agentId, collection }: Named, touched: Sql) => on`
  select t.id, d.position, d.body, d.found,
    (select json_agg(json_build_array(k.index, k.key)) from document_keys k
      where k.agent_id = ${agentId} and k.collection = ${collection} and k.id = d.id) as keys
  from (${touched}) t left join documents d on d.agent_id = ${agentId} and d.collection = ${collection} and d.id = t.id`;

/** Returns a document that differs from a touched one before its first change. Raw SQL: takes a fragment. */
export const changedElsewhere = (tx: TransactionSql, { agentId, collection }: Named, touched: Sql) =>
  tx<{ id: string }[]>`
    select t.id from (${touched}) t
    left join documents d on d.agent_id = ${agentId} and d.collection = ${collection} and d.id = t.id
    where d.body is distinct from t.body limit 1`;

/** Deletes touched documents. Raw SQL: takes a fragment. */
export const deleteTouched = (tx: TransactionSql, { agentId, collection }: Named, touched: Sql) =>
  tx<{ id: string }[]>`
    delete from documents where agent_id = ${agentId} and collection = ${collection}
      and id in (select id from (${touched}) t) returning id`;

/** Inserts documents as they were before. Raw SQL: inserts a selection from another table. */
export const insertTouched = (tx: TransactionSql, { agentId, collection }: Named, touched: Sql) =>
  tx<{ id: string }[]>`
    insert into documents (agent_id, collection, id, position, body, found)
    select ${agentId}::uuid, ${collection}, id, position, body, coalesce(found, body::jsonb) from (${touched}) t
    where body is not null returning id`;

/**
 * Inserts the earlier unique keys of documents, except those that another document now has. Returns the
 * number of keys wanted and inserted. Raw SQL: writes in a CTE.
 */
export const insertTouchedKeys = (tx: TransactionSql, { agentId, collection }: Named, touched: Sql) =>
  tx<{ wanted: number; put: number }[]>`
    with wanted as (
      select t.id, k->>0 as index, k->>1 as key from (${touched}) t cross join lateral json_array_elements(t.keys) k
      where t.body is not null
    ), put as (
      insert into document_keys (agent_id, collection, index, key, id)
      select ${agentId}::uuid, ${collection}, index, key, id from wanted on conflict do nothing returning id)
    select (select count(*) from wanted)::int as wanted, (select count(*) from put)::int as put`;

/** Records a restored collection and recounts its documents. Raw SQL: joins a count. */
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

/**
 * Returns for each collection the newest change to delete, because the changes up to it exceed the retention
 * limits. Raw SQL: ranks and sums with nested windows.
 */
export const cutsOf = (agentId: string | null, limits: { changes: number; bytes: number }) =>
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
    where nth > ${limits.changes} or total > ${limits.bytes} group by 1, 2`;
