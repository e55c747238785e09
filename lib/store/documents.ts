import type { ISql, TransactionSql } from "postgres";
import { log } from "@/lib/base/log";
import { owned } from "@/lib/base/process";
import { LIMITS } from "@/lib/shared/documents";
import { AppError } from "@/lib/shared/errors";
import { publish } from "./bus";
import { asJson, relaxedSql, sql } from "./db";
import { distinct, type Sql, written } from "./origins";

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

/** A document as it is stored: its texts, and the keys that nobody else in the collection may have, by their index. */
export type Stored = { id: string; body: string; found: string; keys: [index: string, key: string][] };

/** What becomes of a collection by one operation. */
export type Change = {
  inserts?: readonly Stored[];
  /** By their id. */
  updates?: readonly Stored[];
  /** Ids. */
  deletes?: readonly string[];
  indexes?: Index[];
  origins?: readonly string[];
};

type Named = { agentId: string; collection: string };

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

/** The texts of documents in the order in which they were inserted, in batches, all of one moment. */
export async function* readTexts(
  { agentId, collection }: Named,
  condition: Sql,
  batch: number,
): AsyncGenerator<string[]> {
  const rows = sql()<{ body: string }[]>`
    select body from documents where agent_id = ${agentId} and collection = ${collection} and ${condition}
    order by position`.cursor(batch);
  for await (const some of rows) yield some.map(({ body }) => body);
}

/**
 * Makes a change of a collection, all of it or nothing; false where somebody has changed the collection since `version`.
 * Throws an AppError `conflict` where an id or a key is there already, and `too_large` where there is no room.
 */
export async function changeCollection(
  { agentId, collection }: Named,
  version: number,
  { inserts = [], updates = [], deletes = [], indexes, origins = [] }: Change,
): Promise<boolean> {
  const isGrowing = inserts.length > 0 || updates.length > 0 || version === 0;
  const isDone = await sql().begin(async (tx) => {
    if (isGrowing) await tx`select pg_advisory_xact_lock(hashtextextended(${`${agentId} documents`}, 0))`;
    if (version === 0)
      await tx`
        insert into document_collections (agent_id, name) values (${agentId}, ${collection}) on conflict do nothing`;
    const [held] = await tx`
      select from document_collections
      where agent_id = ${agentId} and name = ${collection} and version = ${version} for update`;
    if (!held) return false;
    const gone = [...deletes, ...updates.map(({ id }) => id)];
    const lost = await bytesOf(tx, { agentId, collection }, gone);
    if (deletes.length > 0)
      await tx`
        delete from documents where agent_id = ${agentId} and collection = ${collection}
          and id in (select json_array_elements_text(${asJson(deletes)}::json))`;
    await put(tx, { agentId, collection }, inserts, updates);
    const gained = [...inserts, ...updates].reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    await tx`
      update document_collections set version = version + 1,
        documents = documents + ${inserts.length - deletes.length}::int, bytes = bytes + ${gained - lost}::bigint,
        marked_at = case when ${origins.length > 0} then coalesce(marked_at, now()) else marked_at end,
        indexes = ${indexes ? tx`${asJson(indexes)}::json` : tx`indexes`},
        origins = case when documents + ${inserts.length - deletes.length}::int = 0 then '{}'
          else ${distinct(sql()`(origins || ${written(origins)})`)} end
      where agent_id = ${agentId} and name = ${collection}`;
    if (isGrowing) await assertRoom(tx, agentId);
    return true;
  });
  if (!isDone) return false;
  publish({ type: "documents", agent: agentId, collections: [collection] });
  analyzeSometimes(inserts.length + updates.length + deletes.length);
  return true;
}

/** After so many changes the planner is told anew what there is. */
const ANALYZE_AFTER = 2_000;

/** Until the planner knows how many documents there are, it looks through all of them; its own rounds come a minute later. */
function analyzeSometimes(changed: number): void {
  const state = owned("documents.analyzed", () => ({ changed: 0, after: ANALYZE_AFTER / 2 }));
  state.changed += changed;
  if (state.changed < state.after) return;
  // The more there is, the less a thousand more mean.
  Object.assign(state, { changed: 0, after: Math.min(state.after * 2, 5 * ANALYZE_AFTER) });
  relaxedSql()`analyze documents`.catch((error) => log.warn("Documents could not be analyzed", error));
}

async function bytesOf(tx: TransactionSql, { agentId, collection }: Named, ids: readonly string[]) {
  if (ids.length === 0) return 0;
  const [row] = await tx<{ bytes: number }[]>`
    select coalesce(sum(octet_length(body)), 0)::float8 as bytes from documents
    where agent_id = ${agentId} and collection = ${collection}
      and id in (select json_array_elements_text(${asJson(ids)}::json))`;
  return row?.bytes ?? 0;
}

async function put(
  tx: TransactionSql,
  { agentId, collection }: Named,
  inserts: readonly Stored[],
  updates: readonly Stored[],
): Promise<void> {
  if (inserts.length > 0) {
    const rows = await tx`
      insert into documents (agent_id, collection, id, body, found)
      select ${agentId}::uuid, ${collection}, d.id, d.body, d.found::jsonb
      from json_to_recordset(${asJson(inserts)}::json) as d(id text, body text, found text)
      on conflict do nothing returning id`;
    if (rows.length < inserts.length) {
      const put = new Set(rows.map(({ id }) => id));
      const again = inserts.find(
        ({ id }, at) => !put.has(id) || inserts.findIndex((one) => one.id === id) < at,
      );
      throw duplicate(collection, "_id", again?.id ?? "");
    }
  }
  if (updates.length > 0)
    await tx`
      update documents set body = d.body, found = d.found::jsonb
      from json_to_recordset(${asJson(updates)}::json) as d(id text, body text, found text)
      where agent_id = ${agentId} and collection = ${collection} and documents.id = d.id`;
  const all = [...inserts, ...updates];
  const changed = asJson(all.map(({ id }) => id));
  if (updates.length > 0)
    await tx`
      delete from document_keys where agent_id = ${agentId} and collection = ${collection}
        and id in (select json_array_elements_text(${changed}::json))`;
  const keys = all.flatMap(({ id, keys }) => keys.map(([index, key]) => ({ id, index, key })));
  if (keys.length === 0) return;
  const rows = await tx<{ index: string; id: string; other: string }[]>`
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
  const [taken] = rows;
  if (taken) throw duplicate(collection, taken.index, taken.other);
}

/** Of the agent's collections together. Those of the workspace are few and have their own rules. */
async function assertRoom(tx: TransactionSql, agentId: string): Promise<void> {
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

const duplicate = (collection: string, index: string, id: string) =>
  new AppError(
    "conflict",
    `E11000 duplicate key in ${collection}: the document with _id ${id} has the same ${index}. Nothing was changed: update that one instead.`,
    { details: { id: JSON.parse(id) } },
  );

/** Takes a collection's mark away: the person has looked at it. Whether it had one. */
export async function trustCollection({ agentId, collection }: Named): Promise<boolean> {
  const rows = await sql()`
    update document_collections set origins = '{}', marked_at = null
    where agent_id = ${agentId} and name = ${collection} and origins <> '{}' returning name`;
  if (rows.length > 0) publish({ type: "documents", agent: agentId, collections: [collection] });
  return rows.length > 0;
}
