import type { TransactionSql } from "postgres";
import { type CollectionVersion, collectionVersion } from "@/lib/shared/documents-version";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/given";
import { written } from "@/lib/store/origins";
import {
  type Add,
  type By,
  changing,
  lock,
  type NewRevision,
  readRevision,
  type Thing,
} from "@/lib/store/revisions";
import { assertRoom, enter, type Named, readCollection } from "./documents";

/*
 * Every change of a collection keeps the documents that it changes or deletes as they were, in its own transaction
 * (`documents_before`), and is a revision of the kind "collection". Going back to a revision puts every document that was
 * touched since back as it was before the first of those changes.
 */

/** What is kept of an agent's collections beyond these goes, the oldest of each collection first. */
const MOST = { changes: 1_000, bytes: 1_000_000_000 };
/** Of a row beside its text. */
const ROW_BYTES = 100;
/** What jsonb refuses is escaped in the text, after a `\u`, for which one looks sooner than for a pattern. */
const ESCAPED = "\\\\u(0000|d[89a-f])";

export const thingOf = ({ agentId, collection }: Named): Thing => ({
  agentId,
  kind: "collection",
  name: collection,
});

/** Keeps documents as they are before a change; `ids` may name some that are not there yet. */
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

/** Takes a collection away with all that is in it. Throws an AppError `not_found`. */
export async function dropCollection(named: Named, by: By): Promise<WholeRevision> {
  const thing = thingOf(named);
  const dropped = await changing(thing, (tx, add) => putCollection(tx, add, thing, { content: null, ...by }));
  publish({ type: "documents", agent: named.agentId, collections: [named.collection] });
  return dropped;
}

/**
 * Writes a version of a collection and makes its documents what they were then; with null as content it goes. For a
 * transaction that holds its lock; publishes nothing.
 */
export async function putCollection(
  tx: TransactionSql,
  add: Add,
  { agentId, name: collection }: Thing,
  { content, ...by }: NewRevision,
): Promise<WholeRevision> {
  const named = { agentId, collection };
  const now = await readCollection(named, tx);
  if (content === null) {
    if (now.version === 0) throw new AppError("not_found", `There is no collection ${collection}.`);
    const all = tx`select id from documents where agent_id = ${agentId} and collection = ${collection}`;
    await keepBefore(tx, named, now.version + 1, all);
    await tx`delete from document_collections where agent_id = ${agentId} and name = ${collection}`;
    return add({ content: null, ...by, origins: [] });
  }
  const then = collectionVersion.parse(content);
  await assertKept(tx, named, then.change);
  const touched = tx`
    select distinct on (id) id, position, body, found, keys from documents_before
    where agent_id = ${agentId} and collection = ${collection} and change > ${then.change}::bigint order by id, change`;
  const { indexes, origins } = then;
  return rewind(tx, add, named, touched, { ...by, operation: "restore", indexes, origins });
}

/**
 * Undoes one change of a collection alone, with what belongs to it in another one, where nothing has touched its documents
 * since. Throws an AppError `conflict` where something has: then there is the way back to a whole version.
 */
export async function undoChange(agentId: string, id: string, by: By): Promise<WholeRevision> {
  const revision = await readRevision(agentId, id);
  const { data } = collectionVersion.safeParse(revision.content);
  if (revision.kind !== "collection" || !data?.also) return undoAlone(agentId, revision, by);
  const other = await undoAlone(agentId, await readRevision(agentId, data.also), by).catch((error) => {
    // What has changed since stays as it is.
    if (isAppError(error)) return undefined;
    throw error;
  });
  try {
    return await undoAlone(agentId, revision, by, other?.id);
  } catch (error) {
    if (other) await undoAlone(agentId, other, by);
    throw error;
  }
}

async function undoAlone(
  agentId: string,
  { kind, name: collection, version, content }: WholeRevision,
  by: By,
  also?: string,
): Promise<WholeRevision> {
  if (kind !== "collection") throw new AppError("invalid", "That is no change of a collection.");
  if (content === null)
    throw new AppError("conflict", `${collection} was deleted: restore the version before that.`);
  const { change, operation, indexes } = collectionVersion.parse(content);
  const named = { agentId, collection };
  const undone = await changing(thingOf(named), async (tx, add) => {
    await assertKept(tx, named, change);
    const now = await readCollection(named, tx);
    const [later] = await tx<{ id: string }[]>`
      select l.id from documents_before l join documents_before o using (agent_id, collection, id)
      where o.agent_id = ${agentId} and o.collection = ${collection} and o.change = ${change} and l.change > ${change} limit 1`;
    const isOther = operation === "createIndex" || JSON.stringify(now.indexes) !== JSON.stringify(indexes);
    if (later || isOther || now.version === 0)
      throw new AppError(
        "conflict",
        `${later ? `The document ${later.id}` : collection} was changed since, so this cannot be undone by itself. Restore a version of ${collection} in the history instead.`,
      );
    const touched = tx`
      select id, position, body, found, keys from documents_before
      where agent_id = ${agentId} and collection = ${collection} and change = ${change}`;
    const [before] = await tx<{ content: unknown }[]>`
      select content from revisions where agent_id = ${agentId} and kind = 'collection' and name = ${collection}
        and version = ${version - 1}`;
    const { data } = collectionVersion.safeParse(before?.content);
    const origins = [...new Set([...now.origins, ...(data?.origins ?? [])])];
    const asked = `version ${version} was undone`;
    return rewind(tx, add, named, touched, { ...by, operation: "undo", asked, also, indexes, origins });
  });
  publish({ type: "documents", agent: agentId, collections: [collection] });
  return undone;
}

type Rewound = By & Pick<CollectionVersion, "operation" | "asked" | "also" | "indexes" | "origins">;

/** Puts documents back as `touched` has them; those without a body go. */
async function rewind(
  tx: TransactionSql,
  add: Add,
  named: Named,
  touched: Sql,
  { operation, asked, also, indexes, origins, author, cause }: Rewound,
): Promise<WholeRevision> {
  const { agentId, collection } = named;
  const change = (await enter(tx, named)) + 1;
  await keepBefore(tx, named, change, tx`select id from (${touched}) t`);
  const gone = await tx`
    delete from documents where agent_id = ${agentId} and collection = ${collection}
      and id in (select id from (${touched}) t) returning id`;
  const put = await tx`
    insert into documents (agent_id, collection, id, position, body, found)
    select ${agentId}::uuid, ${collection}, id, position, body, coalesce(found, body::jsonb) from (${touched}) t
    where body is not null returning id`;
  const [keys] = await tx<{ wanted: number; put: number }[]>`
    with wanted as (
      select t.id, k->>0 as index, k->>1 as key from (${touched}) t cross join lateral json_array_elements(t.keys) k
      where t.body is not null
    ), put as (
      insert into document_keys (agent_id, collection, index, key, id)
      select ${agentId}::uuid, ${collection}, index, key, id from wanted on conflict do nothing returning id)
    select (select count(*) from wanted)::int as wanted, (select count(*) from put)::int as put`;
  if (keys && keys.put < keys.wanted)
    throw new AppError(
      "conflict",
      `A document that would come back has a key that another one in ${collection} has now. Nothing was changed: delete that one first, or restore a whole version in the history.`,
    );
  const back = new Set(put.map(({ id }) => id));
  const updated = gone.filter(({ id }) => back.has(id)).length;
  const [now] = await tx<{ documents: number; bytes: number }[]>`
    update document_collections c set version = ${change}, documents = d.documents, bytes = d.bytes, indexes = ${asJson(indexes)}::json,
      origins = case when d.documents = 0 then '{}' else ${written(origins)} end,
      marked_at = case when ${origins.length > 0} then coalesce(c.marked_at, now()) end
    from (
      select count(*)::int as documents, coalesce(sum(octet_length(body)), 0)::bigint as bytes from documents
      where agent_id = ${agentId} and collection = ${collection}) d
    where c.agent_id = ${agentId} and c.name = ${collection}
    returning c.documents, c.bytes::float8 as bytes`;
  if (!now) throw new Error("A collection went away under its lock");
  await assertRoom(tx, agentId);
  const counts = { inserted: put.length - updated, updated, deleted: gone.length - updated };
  const content: CollectionVersion = {
    ...{ change, operation, ...counts, ...(asked && { asked }), ...(also && { also }) },
    ...{ ...now, indexes, origins: now.documents > 0 ? origins : [] },
  };
  return add({ content, author, cause });
}

/** Throws where what would bring a version back has gone meanwhile. */
async function assertKept(tx: TransactionSql, { agentId, collection }: Named, change: number): Promise<void> {
  const [kept] = await tx`
    select from revisions where agent_id = ${agentId} and kind = 'collection' and name = ${collection}
      and content is not null and (content->>'change')::bigint = ${change}`;
  if (!kept)
    throw new AppError(
      "not_found",
      `This version of ${collection} is too old: its documents are kept no longer.`,
    );
}

/** Lets go of what is kept of too many changes, or takes too much room. */
export async function sweepBefore(agentId: string | null = null, most = MOST): Promise<void> {
  const cuts = await sql()<(Named & { change: number })[]>`
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
  for (const { agentId, collection, change } of cuts)
    await sql().begin(async (tx) => {
      await lock(tx, thingOf({ agentId, collection }));
      await tx`
        delete from documents_before where agent_id = ${agentId} and collection = ${collection} and change <= ${change}`;
      // To this one itself there is a way back still.
      await tx`
        delete from revisions where agent_id = ${agentId} and kind = 'collection' and name = ${collection} and version < coalesce((
          select min(version) from revisions where agent_id = ${agentId} and kind = 'collection' and name = ${collection}
            and (content->>'change')::bigint >= ${change}), 0)`;
    });
}
