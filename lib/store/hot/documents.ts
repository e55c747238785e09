import { sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import { partOf, type Sql } from "@/lib/store/given";
import { distinctOrigins, keptOrigins } from "@/lib/store/origins";

export type Named = { agentId: string; collection: string };

/** What a filter may find and surely finds. */
type Found = { may: Sql; sure: Sql };

/** The planner has to know how few are wanted, and plans for all parameters alike. */
const literal = (count: number) => sql().unsafe(String(Math.trunc(count)));

/** The first documents of a condition. By hand: the condition is a part of a statement, and the limit no parameter. */
export const firstTexts = ({ agentId, collection }: Named, condition: Sql, count: number) =>
  sql()<{ body: string; at: number }[]>`
    select body, position::float8 as at from documents
    where agent_id = ${agentId} and collection = ${collection} and ${condition} order by position limit ${literal(count)}`;

/** All documents of a condition after a position. By hand: the condition is a part of a statement, and a cursor reads it. */
export const textsAfter = ({ agentId, collection }: Named, condition: Sql, after: number) =>
  sql()<{ body: string }[]>`
    select body from documents
    where agent_id = ${agentId} and collection = ${collection} and position > ${after}::bigint and ${condition}
    order by position`;

/** An order in which SQL can compare the documents that are `isPlain`. */
export type Ordered = { isPlain: Sql; by: Sql; count: number };

/**
 * Of the documents that a filter surely finds, and whose values SQL can compare, only the first ones of an order, and all
 * others that it may find. By hand: its conditions are parts of statements, and a cursor reads it.
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

/** How many documents a filter may find and surely finds. By hand: its conditions are parts of statements. */
export const counts = ({ agentId, collection }: Named, { may, sure }: Found) =>
  sql()<{ all: number; sure: number }[]>`
    select count(*)::int as all, (count(*) filter (where ${sure}))::int as sure from documents
    where agent_id = ${agentId} and collection = ${collection} and ${may}`;

/** The ids that a filter may find, and whether it surely does. By hand: its conditions are parts of statements. */
export const idsOf = ({ agentId, collection }: Named, { may, sure }: Found) =>
  sql()<{ id: string; sure: boolean }[]>`
    select id, ${sure} is true as sure from documents
    where agent_id = ${agentId} and collection = ${collection} and ${may} order by position`;

type Stored = { id: string; body: string; found: string };

/** Inserts documents, and gives the ids of those that were not there. By hand: it inserts what it reads from JSON. */
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

/** Deletes documents by their ids. By hand: a test finds it among those that run, by its text. */
export const deleteDocuments = (
  tx: TransactionSql,
  { agentId, collection }: Named,
  deletes: readonly string[],
) =>
  tx`
    delete from documents where agent_id = ${agentId} and collection = ${collection}
      and id in (select json_array_elements_text(${asJson(deletes)}::json))`;

/** Updates documents by their ids. By hand: it joins what it reads from JSON. */
export const updateDocuments = (
  tx: TransactionSql,
  { agentId, collection }: Named,
  updates: readonly Stored[],
) =>
  tx`
    update documents set body = d.body, found = d.found::jsonb
    from json_to_recordset(${asJson(updates)}::json) as d(id text, body text, found text)
    where agent_id = ${agentId} and collection = ${collection} and documents.id = d.id`;

/** Inserts keys, and gives one that another document has, if any. By hand: it writes in a CTE. */
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
 * Writes down that a collection has changed: by how many documents and bytes, with which indexes, if others, and with which
 * origins beside its own. By hand: it makes the origins distinct in their order.
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
        else ${partOf(distinctOrigins(raw`(origins || ${keptOrigins(change.origins)})`))} end
    where agent_id = ${agentId} and name = ${collection}
    returning documents, bytes::float8 as bytes, indexes, to_json(origins) as origins`;
