import type { ISql, TransactionSql } from "postgres";
import { LIMITS } from "@/lib/shared/documents";
import { AppError } from "@/lib/shared/errors";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/given";

export type Index = { keys: string[]; unique: boolean };

/** A collection as it was read; `version` 0 and nothing in it where it is not there yet. */
export type Collection = {
  name: string;
  version: number;
  documents: number;
  bytes: number;
  indexes: Index[];
  origins: string[];
  markedAt: string | null;
};

export type Named = { agentId: string; collection: string };

const columns = () => sql()`
  name, version::float8 as version, documents, bytes::float8 as bytes, indexes, to_json(origins) as origins,
  marked_at as "markedAt"`;

export async function readCollection({ agentId, collection }: Named, on: ISql = sql()): Promise<Collection> {
  const [row] = await on<Collection[]>`
    select ${columns()} from document_collections where agent_id = ${agentId} and name = ${collection}`;
  return (
    row ?? { name: collection, version: 0, documents: 0, bytes: 0, indexes: [], origins: [], markedAt: null }
  );
}

export const listCollections = (agentId: string): Promise<Collection[]> =>
  sql()<Collection[]>`
    select ${columns()} from document_collections where agent_id = ${agentId} order by name`.then((rows) => [
    ...rows,
  ]);

/**
 * The texts of documents in the order in which they were inserted, in batches, all of one moment. Who may have enough of the
 * first batch (`isEarly`) has it sooner, and the rest of a later moment.
 */
export async function* readTexts(
  { agentId, collection }: Named,
  condition: Sql,
  batch: number,
  isEarly = false,
): AsyncGenerator<string[]> {
  let after = -1;
  if (isEarly) {
    const rows = await sql()<{ body: string; at: number }[]>`
      select body, position::float8 as at from documents
      where agent_id = ${agentId} and collection = ${collection} and ${condition} order by position limit ${literal(batch)}`;
    yield rows.map(({ body }) => body);
    if (rows.length < batch) return;
    after = rows.at(-1)?.at ?? after;
  }
  const rows = sql()<{ body: string }[]>`
    select body from documents
    where agent_id = ${agentId} and collection = ${collection} and position > ${after}::bigint and ${condition}
    order by position`.cursor(batch);
  for await (const some of rows) yield some.map(({ body }) => body);
}

/** The planner has to know how few are wanted, and plans for all parameters alike. */
const literal = (count: number) => sql().unsafe(String(Math.trunc(count)));

/** An order in which SQL can compare the documents that are `isPlain`. */
type Ordered = { isPlain: Sql; by: Sql; count: number };

/**
 * The same of those among which the first `count` of an order are: of the documents that a filter surely finds, and whose
 * values SQL can compare, only the first ones, and all others that it may find.
 */
export async function* readFirst(
  { agentId, collection }: Named,
  { may, sure }: { may: Sql; sure: Sql },
  { isPlain, by, count }: Ordered,
  batch: number,
): AsyncGenerator<string[]> {
  const rows = sql()<{ body: string }[]>`
    select body from (
      select body, position from documents
      where agent_id = ${agentId} and collection = ${collection} and ${may} and (${sure} and ${isPlain}) is not true
      union all (
        select body, position from documents
        where agent_id = ${agentId} and collection = ${collection} and ${sure} and ${isPlain}
        order by ${by}, position limit ${literal(count)})
    ) found order by position`.cursor(batch);
  for await (const some of rows) yield some.map(({ body }) => body);
}

/** How many documents a filter finds; null where it may find some of which that is not sure. */
export async function countDocuments(
  { agentId, collection }: Named,
  { may, sure }: { may: Sql; sure: Sql },
): Promise<number | null> {
  const [row] = await sql()<{ all: number; sure: number }[]>`
    select count(*)::int as all, (count(*) filter (where ${sure}))::int as sure from documents
    where agent_id = ${agentId} and collection = ${collection} and ${may}`;
  return row && row.all === row.sure ? row.all : null;
}

/** The ids, as texts, of the documents that a filter finds; null where it may find some of which that is not sure. */
export async function findIds(
  { agentId, collection }: Named,
  { may, sure }: { may: Sql; sure: Sql },
): Promise<string[] | null> {
  const rows = await sql()<{ id: string; sure: boolean }[]>`
    select id, ${sure} is true as sure from documents
    where agent_id = ${agentId} and collection = ${collection} and ${may} order by position`;
  return rows.every(({ sure }) => sure) ? rows.map(({ id }) => id) : null;
}

/**
 * The version of a collection that is about to change, which is made where it is not there; nobody else changes it then.
 * Versions go on where those of a collection of that name ended before.
 */
export async function enter(tx: TransactionSql, { agentId, collection }: Named): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${agentId} documents`}, 0))`;
  await tx`
    insert into document_collections (agent_id, name, version)
    select ${agentId}::uuid, ${collection}, greatest(extract(epoch from clock_timestamp()) * 1000, (
      select max(change) + 1 from documents_before where agent_id = ${agentId} and collection = ${collection}))::bigint
    on conflict do nothing`;
  const [row] = await tx<{ version: number }[]>`
    select version::float8 as version from document_collections
    where agent_id = ${agentId} and name = ${collection} for update`;
  if (!row) throw new Error("A collection was not made");
  return row.version;
}

/** Of the agent's collections together. Those of the workspace are few and have their own rules. */
export async function assertRoom(tx: TransactionSql, agentId: string): Promise<void> {
  const [row] = await tx<{ collections: number; documents: number; bytes: number }[]>`
    select count(*) filter (where name like 'ai\\_%')::int as collections,
      coalesce(sum(documents), 0)::int as documents, coalesce(sum(bytes), 0)::float8 as bytes
    from document_collections where agent_id = ${agentId}`;
  if (!row) return;
  for (const [what, most] of [
    ["collections", LIMITS.collections],
    ["documents", LIMITS.documents],
    ["bytes", LIMITS.bytes],
  ] as const)
    if (row[what] > most)
      throw new AppError(
        "too_large",
        `There is room for ${most.toLocaleString("en")} ${what} together, and this would make ${row[what].toLocaleString("en")}. Nothing was changed: delete what is no longer needed.`,
      );
}

/** Takes a collection's mark away: the person has looked at it. Whether it had one. */
export async function trustCollection({ agentId, collection }: Named): Promise<boolean> {
  const rows = await sql()`
    update document_collections set origins = '{}', marked_at = null
    where agent_id = ${agentId} and name = ${collection} and origins <> '{}' returning name`;
  if (rows.length > 0) publish({ type: "documents", agent: agentId, collections: [collection] });
  return rows.length > 0;
}

/** Of the ids and keys of documents those that are there already, each as its index and itself. */
export async function takenOf(
  { agentId, collection }: Named,
  documents: readonly { id: string; keys: readonly (readonly [index: string, key: string])[] }[],
): Promise<Set<string>> {
  const ids = documents.map(({ id }) => id);
  const keys = documents.flatMap((one) => one.keys.map(([index, key]) => ({ index, key })));
  const rows = await sql()<{ taken: string }[]>`
    select '_id ' || id as taken from documents where agent_id = ${agentId} and collection = ${collection}
      and id in (select json_array_elements_text(${asJson(ids)}::json))
    union all
    select k.index || ' ' || k.key from document_keys k
    join json_to_recordset(${asJson(keys)}::json) as given(index text, key text) using (index, key)
    where k.agent_id = ${agentId} and k.collection = ${collection}`;
  return new Set(rows.map(({ taken }) => taken));
}
