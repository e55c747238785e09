import { sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import { distinctOrigins, limitedOrigins } from "@/lib/store/origins";
import { partOf, type Sql } from "@/lib/store/sql-fragments";

export type Named = { agentId: string; collection: string };

/**
 * SQL conditions for a filter: `may` is true for all documents that match, and perhaps for others; `sure` is
 * true only for documents that match.
 */
type Found = { may: Sql; sure: Sql };

/** A limit as a literal, because generic plans do not see the values of parameters. */
const literal = (count: number) => sql().unsafe(String(Math.trunc(count)));

/**
 * Reads the first documents that match a condition. Raw SQL: takes a fragment as condition, and a literal
 * limit.
 */
export const firstBodies = ({ agentId, collection }: Named, condition: Sql, count: number) =>
  sql()<{ body: string; at: number }[]>`
    select body, position::float8 as at from documents
    where agent_id = ${agentId} and collection = ${collection} and ${condition} order by position limit ${literal(count)}`;

/**
 * Reads all documents after a position that match a condition. Raw SQL: takes a fragment as condition, and is
 * read by a cursor.
 */
export const bodiesAfter = ({ agentId, collection }: Named, condition: Sql, after: number) =>
  sql()<{ body: string }[]>`
    select body from documents
    where agent_id = ${agentId} and collection = ${collection} and position > ${after}::bigint and ${condition}
    order by position`;

/** An order that SQL can evaluate, for documents that satisfy `isPlain`. */
export type Ordered = { isPlain: Sql; by: Sql; count: number };

/**
 * Reads candidates for an ordered query. Of the documents that surely match and that SQL can compare, reads
 * only the first `count`; of all others, those that may match. Raw SQL: takes fragments as conditions, and is
 * read by a cursor.
 */
export const firstOfOrder = (
  { agentId, collection }: Named,
  { may, sure }: Found,
  { isPlain, by, count }: Ordered,
) =>
  sql()<{ body: string }[]>`
    select body from (
      select body, position from documents
      where agent_id = ${agentId} and collection = ${collection} and ${may} and (${sure} and ${isPlain}) is not true
      union all (
        select body, position from documents
        where agent_id = ${agentId} and collection = ${collection} and ${sure} and ${isPlain}
        order by ${by}, position limit ${literal(count)})
    ) found order by position`;

/**
 * Counts the documents that may match and the documents that surely match. Raw SQL: takes fragments as
 * conditions.
 */
export const counts = ({ agentId, collection }: Named, { may, sure }: Found) =>
  sql()<{ all: number; sure: number }[]>`
    select count(*)::int as all, (count(*) filter (where ${sure}))::int as sure from documents
    where agent_id = ${agentId} and collection = ${collection} and ${may}`;

/**
 * Returns the ids that may match, each with whether it surely matches. Raw SQL: takes fragments as
 * conditions.
 */
export const idsOf = ({ agentId, collection }: Named, { may, sure }: Found) =>
  sql()<{ id: string; sure: boolean }[]>`
    select id, ${sure} is true as sure from documents
    where agent_id = ${agentId} and collection = ${collection} and ${may} order by position`;

type Stored = { id: string; body: string; found: string };

/** Inserts documents and returns the ids of the new ones. Raw SQL: inserts rows read from JSON. */
export const insertDocuments = (
  tx: TransactionSql,
  { agentId, collection }: Named,
  inserts: readonly Stored[],
) =>
  tx<{ id: string }[]>`
    insert into documents (agent_id, collection, id, body, found)
    select ${agentId}::uuid, ${collection}, d.id, d.body, d.found::jsonb
    from json_to_recordset(${asJson(inserts)}::json) as d(id text, body text, found text)
    on conflict do nothing returning id`;

/** Deletes documents by id. Raw SQL: a test finds the statement by its text. */
export const deleteDocuments = (
  tx: TransactionSql,
  { agentId, collection }: Named,
  deletes: readonly string[],
) =>
  tx`
    delete from documents where agent_id = ${agentId} and collection = ${collection}
      and id in (select json_array_elements_text(${asJson(deletes)}::json))`;

/** Updates documents by id. Raw SQL: joins rows read from JSON. */
export const updateDocuments = (
  tx: TransactionSql,
  { agentId, collection }: Named,
  updates: readonly Stored[],
) =>
  tx`
    update documents set body = d.body, found = d.found::jsonb
    from json_to_recordset(${asJson(updates)}::json) as d(id text, body text, found text)
    where agent_id = ${agentId} and collection = ${collection} and documents.id = d.id`;

/**
 * Inserts unique keys. Returns one key that another document already has, if any. Raw SQL: writes in a CTE.
 */
export const insertKeys = (
  tx: TransactionSql,
  { agentId, collection }: Named,
  keys: readonly { id: string; index: string; key: string }[],
) =>
  tx<{ index: string; id: string; other: string }[]>`
    with given as (
      select * from json_to_recordset(${asJson(keys)}::json) as k(id text, index text, key text)
    ), put as (
      insert into document_keys (agent_id, collection, index, key, id)
      select ${agentId}::uuid, ${collection}, index, key, id from given on conflict do nothing returning index, key, id
    )
    select g.index, g.id, coalesce(k.id, o.id) as other from given g
    left join put p using (index, key, id)
    left join document_keys k on k.agent_id = ${agentId} and k.collection = ${collection} and k.index = g.index and k.key = g.key
    left join put o on o.index = g.index and o.key = g.key
    where p.id is null limit 1`;

type Counted = { documents: number; bytes: number; indexes: { keys: string[]; unique: boolean }[] };

/**
 * Updates the row of a changed collection: its version, its counts of documents and bytes (`change` has the
 * differences), its indexes if they are given, and its origins. Raw SQL: removes duplicate origins and keeps
 * their order.
 */
export const noteChange = (
  tx: TransactionSql,
  { agentId, collection }: Named,
  change: { version: number; documents: number; bytes: number; origins: readonly string[] } & {
    indexes: Counted["indexes"] | undefined;
  },
) =>
  tx<(Counted & { origins: string[] })[]>`
    update document_collections set version = ${change.version}::bigint,
      documents = documents + ${change.documents}::int, bytes = bytes + ${change.bytes}::bigint,
      marked_at = case when ${change.origins.length > 0} then coalesce(marked_at, now()) else marked_at end,
      indexes = ${change.indexes ? tx`${asJson(change.indexes)}::json` : tx`indexes`},
      origins = case when documents + ${change.documents}::int = 0 then '{}'
        else ${partOf(distinctOrigins(raw`(origins || ${limitedOrigins(change.origins)})`))} end
    where agent_id = ${agentId} and name = ${collection}
    returning documents, bytes::float8 as bytes, indexes, to_json(origins) as origins`;
