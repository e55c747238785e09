import type { TransactionSql } from "postgres";
import { log } from "@/lib/ground/base/log";
import { owned } from "@/lib/ground/base/process";
import type { CollectionVersion } from "@/lib/shared/documents-version";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import { documentChange } from "@/lib/shared/text/value-words";
import { serverTimeZone, settingOf } from "@/lib/store/agents/settings";
import { publish } from "@/lib/store/bus";
import { asJson, relaxedSql, sql } from "@/lib/store/db";
import { distinct, written } from "@/lib/store/origins";
import { type By, changing } from "@/lib/store/revisions";
import { keepBefore, sweepBefore, thingOf } from "./document-history";
import { assertRoom, enter, type Index, type Named, readCollection } from "./documents";

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

/** What makes a change: who, by what operation, and of what it was asked. */
export type Made = By & Pick<CollectionVersion, "operation" | "asked" | "also">;

/** So much that is kept of one change makes room for itself at once. */
const SWEEP_BYTES = 20_000_000;

/**
 * Makes a change of a collection and its version, all of it or nothing; null where somebody has changed the collection since
 * `version`. What it changes and deletes is kept as it was. Throws an AppError `conflict` where an id or a key is there
 * already, and `too_large` where there is no room.
 */
export async function changeCollection(
  named: Named,
  version: number,
  { inserts = [], updates = [], deletes = [], indexes, origins = [] }: Change,
  { operation, asked, also, author, cause }: Made,
): Promise<WholeRevision | null> {
  const { agentId, collection } = named;
  const gone = [...deletes, ...updates.map(({ id }) => id)];
  const touched = [...gone, ...inserts.map(({ id }) => id)];
  let lost = 0;
  const made = await changing(thingOf(named), async (tx, add) => {
    const before = await readCollection(named, tx);
    if (before.version !== version) return null;
    const from = await enter(tx, named);
    if (version > 0 && from !== version) return null;
    const change = from + 1;
    lost = await bytesOf(tx, named, gone);
    const about = await aboutOf(tx, named, { inserts, updates, deletes });
    const ids = tx`select distinct json_array_elements_text(${asJson(touched)}::json)`;
    if (touched.length > 0) await keepBefore(tx, named, change, ids);
    if (deletes.length > 0)
      await tx`
        delete from documents where agent_id = ${agentId} and collection = ${collection}
          and id in (select json_array_elements_text(${asJson(deletes)}::json))`;
    await put(tx, named, inserts, updates);
    const gained = [...inserts, ...updates].reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    const [now] = await tx<Pick<CollectionVersion, "documents" | "bytes" | "indexes" | "origins">[]>`
      update document_collections set version = ${change}::bigint,
        documents = documents + ${inserts.length - deletes.length}::int, bytes = bytes + ${gained - lost}::bigint,
        marked_at = case when ${origins.length > 0} then coalesce(marked_at, now()) else marked_at end,
        indexes = ${indexes ? tx`${asJson(indexes)}::json` : tx`indexes`},
        origins = case when documents + ${inserts.length - deletes.length}::int = 0 then '{}'
          else ${distinct(sql()`(origins || ${written(origins)})`)} end
      where agent_id = ${agentId} and name = ${collection}
      returning documents, bytes::float8 as bytes, indexes, to_json(origins) as origins`;
    if (!now) throw new Error("A collection went away under its lock");
    await assertRoom(tx, agentId);
    const counts = { inserted: inserts.length, updated: updates.length, deleted: deletes.length };
    const content: CollectionVersion = {
      change,
      operation,
      ...counts,
      ...(asked && { asked }),
      ...(about.length > 0 && { about }),
      ...(also && { also }),
      ...now,
    };
    return add({ content, author, cause });
  });
  if (!made) return null;
  publish({ type: "documents", agent: agentId, collections: [collection] });
  analyzeSometimes(touched.length);
  if (lost > SWEEP_BYTES)
    sweepBefore(agentId).catch((error) => log.warn("Old documents could not be swept", error));
  return made;
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

/** Documents of a change that its version describes. */
const MAX_ABOUT = 3;

/** Describes the first documents that a change deletes, updates and inserts. */
async function aboutOf(
  tx: TransactionSql,
  { agentId, collection }: Named,
  { inserts, updates, deletes }: Required<Pick<Change, "inserts" | "updates" | "deletes">>,
): Promise<string[]> {
  const after = [...updates, ...inserts].map(({ id, body }) => ({ id, body }));
  const first = [...deletes.map((id) => ({ id, body: null })), ...after].slice(0, MAX_ABOUT);
  if (first.length === 0) return [];
  const before = await tx<{ id: string; body: string }[]>`
    select id, body from documents where agent_id = ${agentId} and collection = ${collection}
      and id in (select json_array_elements_text(${asJson(first.map(({ id }) => id))}::json))`;
  const [zone] = await tx<{ name: string | null }[]>`
    select ${settingOf(sql()`${agentId}::uuid`, "general")}->>'timeZone' as name`;
  return first.map(({ id, body }) => {
    const old = before.find((one) => one.id === id);
    const parsed = (text: string | null | undefined): unknown => (text ? JSON.parse(text) : undefined);
    return documentChange(parsed(old?.body), parsed(body), zone?.name ?? serverTimeZone);
  });
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

const duplicate = (collection: string, index: string, id: string) => {
  const what =
    collection === "master"
      ? `it is one document, and there is one with _id ${id}`
      : `the document with _id ${id} has the same ${index}`;
  return new AppError(
    "conflict",
    `E11000 duplicate key in ${collection}: ${what}. Nothing was changed: update that one instead.`,
    { details: { id: JSON.parse(id) } },
  );
};
