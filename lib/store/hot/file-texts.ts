import type { TransactionSql } from "postgres";
import type { FilePlace } from "@/lib/shared/files";
import { asJson, sql } from "@/lib/store/db";
import { andOfVisible } from "@/lib/store/members/visible";

/** A file whose readers did not finish this often is given up. */
export const MAX_ATTEMPTS = 2;
/** After this time without a result, the server that read the file counts as dead. */
const LEASE_SECONDS = 300;
const EMBEDDING_SECONDS = 120;

/**
 * Claims the newest file whose text is waiting. `attempts` includes this one; above `MAX_ATTEMPTS` the file must be
 * given up. Raw SQL: skips rows that another server has locked.
 */
export async function claimNextText(): Promise<
  { agentId: string; id: string; attempts: number } | undefined
> {
  const [row] = await sql()<{ agentId: string; id: string; attempts: number }[]>`
    update files set text_claimed_at = now(), text_attempts = text_attempts + 1
    where (agent_id, id) = (
      select agent_id, id from files
      where text_state = 'waiting' and deleted_at is null
        and (text_claimed_at is null or text_claimed_at < now() - ${LEASE_SECONDS} * interval '1 second')
      order by created_at desc limit 1 for update skip locked)
    returning agent_id as "agentId", id, text_attempts as attempts`;
  return row;
}

/** Inserts passages of a file. Raw SQL: one statement for many rows. */
export const addPassages = (
  tx: TransactionSql,
  agentId: string,
  fileId: string,
  passages: readonly { ordinal: number; place: FilePlace; text: string; words: string }[],
) => tx`
  insert into file_passages (agent_id, file_id, ordinal, place, text, words)
  select ${agentId}, ${fileId}, p.ordinal, p.place, p.text, p.words
  from json_to_recordset(${asJson(passages)}::json) as p(ordinal int, place json, text text, words text)`;

/**
 * Copies the passages and vectors of a file with the same bytes, and its facts. Raw SQL: one statement, so that the
 * other file cannot be deleted in between.
 */
export async function copyPassages(agentId: string, id: string, hash: string): Promise<boolean> {
  const rows = await sql()`
    with source as (
      select id, text_state, text_facts, text_model from files
      where agent_id = ${agentId} and hash = ${hash} and id <> ${id} and deleted_at is null
        and text_state in ('indexed', 'partly') limit 1
    ), target as (
      update files f set text_state = source.text_state, text_facts = source.text_facts, text_model = source.text_model,
        text_claimed_at = null
      from source where f.agent_id = ${agentId} and f.id = ${id} and f.deleted_at is null and f.text_state = 'waiting'
      returning f.id
    ), copied as (
      insert into file_passages (agent_id, file_id, ordinal, place, text, words)
      select p.agent_id, target.id, p.ordinal, p.place, p.text, p.words
      from target cross join source join file_passages p on p.agent_id = ${agentId} and p.file_id = source.id
      returning id, ordinal
    ), vectors as (
      insert into file_vectors (passage_id, agent_id, model, cell, signs, vector)
      select copied.id, v.agent_id, v.model, v.cell, v.signs, v.vector
      from copied cross join source
        join file_passages p on p.agent_id = ${agentId} and p.file_id = source.id and p.ordinal = copied.ordinal
        join file_vectors v on v.passage_id = p.id
    )
    select id from target`;
  return rows.length > 0;
}

/** A passage for ranking. */
export type PassageEntry = {
  id: string;
  fileId: string;
  ordinal: number;
  words: string;
  name: string;
  createdAt: string;
};

const entry = () => sql()`
  p.id::text as id, p.file_id as "fileId", p.ordinal, p.words, f.name, f.created_at as "createdAt"`;

/** Only files of the project, if one is given. */
export type PassageScope = { agentId: string; projectId?: string | undefined };

const ofFile = ({ projectId }: PassageScope) => sql()`
  join files f on f.agent_id = p.agent_id and f.id = p.file_id and f.deleted_at is null ${andOfVisible(sql()`f`)} ${
    projectId === undefined
      ? sql()``
      : sql()`and (f.project_id = ${projectId}::uuid or exists (
          select from conversations c where c.id = f.conversation_id and c.project_id = ${projectId}::uuid))`
  }`;

/**
 * Finds passages by a word query, unordered, of files that the acting member may see. Raw SQL: the expression must
 * equal that of the index. Uses a custom plan, which depends on the words.
 */
export async function findPassages(
  scope: PassageScope,
  query: string,
  limit: number,
): Promise<PassageEntry[]> {
  const [, rows] = await sql().begin((tx) => [
    tx`set local plan_cache_mode = force_custom_plan`,
    tx<PassageEntry[]>`
      select ${entry()} from file_passages p ${ofFile(scope)}
      where p.agent_id = ${scope.agentId} and array_to_tsvector(array_remove(string_to_array(p.words, ' '), '')) @@ ${query}::tsquery
      limit ${limit}`,
  ]);
  return rows as PassageEntry[];
}

/** Like `findPassages`, by ids. Raw SQL: shares its conditions. */
export const readPassageEntries = (scope: PassageScope, ids: readonly string[]): Promise<PassageEntry[]> =>
  sql()<PassageEntry[]>`
    select ${entry()} from json_array_elements_text(${asJson(ids)}::json) x
      join file_passages p on p.id = x::bigint ${ofFile(scope)} where p.agent_id = ${scope.agentId}`;

/** Returns the planner's estimate of the passages that match a query. */
export async function expectedPassages(query: string): Promise<number> {
  const [row] = await sql()<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }[]>`
    explain (format json) select from file_passages p
    where array_to_tsvector(array_remove(string_to_array(p.words, ' '), '')) @@ ${query}::tsquery`;
  return row?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/** Returns the estimated number of passages of all agents. */
export async function estimatePassages(): Promise<number> {
  const [row] = await sql()<{ rows: number }[]>`
    select reltuples::float8 as rows from pg_class where oid = 'file_passages'::regclass`;
  return Math.max(row?.rows ?? 0, 0);
}

/**
 * Finds the passages nearest to a vector, as `nearest` of memory does. Raw SQL: the order in the materialized CTE makes
 * the index on signs apply.
 */
export const nearestPassages = (
  scope: PassageScope,
  { model, signs, cells }: { model: string; signs: string; cells: readonly number[] | null },
  limit: number,
): Promise<{ id: string; vector: Uint8Array }[]> => sql()<{ id: string; vector: Uint8Array }[]>`
  with near as materialized (
    select passage_id, bit_count(signs # ${signs}::bit(512)) as distance from file_vectors
    where agent_id = ${scope.agentId}
      ${
        scope.projectId === undefined
          ? sql()``
          : sql()`and passage_id in (select p.id from file_passages p ${ofFile(scope)} where p.agent_id = ${scope.agentId})`
      }
      ${cells ? sql()`and cell in (select x::smallint from json_array_elements_text(${asJson(cells)}::json) x)` : sql()``}
    order by distance limit ${limit}
  )
  select v.passage_id::text as id, v.vector from near join file_vectors v using (passage_id) where v.model = ${model}`;

/** Reads results: their text and place, and the origins of their file. Raw SQL: joins ids read from JSON. */
export const readFoundPassages = (agentId: string, ids: readonly string[]) => sql()<
  { id: string; text: string; place: FilePlace; origins: string[] }[]
>`
  select p.id::text as id, p.text, p.place, to_json(f.origins) as origins
  from json_array_elements_text(${asJson(ids)}::json) x join file_passages p on p.id = x::bigint ${ofFile({ agentId })}
  where p.agent_id = ${agentId}`;

/**
 * Claims a file of the agent with passages that may have no vector of this model. Raw SQL: skips rows that another
 * server has locked.
 */
export async function claimUnembedded(agentId: string, model: string): Promise<string | undefined> {
  const [row] = await sql()<{ id: string }[]>`
    update files set text_claimed_at = now() where agent_id = ${agentId} and id = (
      select id from files where agent_id = ${agentId} and text_state in ('indexed', 'partly') and deleted_at is null
        and (text_model is null or text_model <> ${model})
        and (text_claimed_at is null or text_claimed_at < now() - ${EMBEDDING_SECONDS} * interval '1 second')
      order by created_at desc limit 1 for update skip locked)
    returning id`;
  return row?.id;
}

/** Returns the agents with texts, and the models that have embedded them; null for texts without vectors. */
export const agentsWithTexts = () => sql()<{ agentId: string; models: (string | null)[] }[]>`
  select agent_id as "agentId", json_agg(distinct text_model) as models from files
  where text_state in ('indexed', 'partly') and deleted_at is null group by agent_id`;

/** Returns passages of a file that have no vector of this model. Raw SQL: an anti-join. */
export const unembeddedPassages = (
  agentId: string,
  fileId: string,
  { model, after }: { model: string; after: string },
  limit: number,
) => sql()<{ id: string; text: string; heading: string | null }[]>`
  select p.id::text as id, p.text, coalesce(p.place->>'heading', p.place->>'title') as heading from file_passages p
  where p.agent_id = ${agentId} and p.file_id = ${fileId} and p.id > ${after}::bigint
    and not exists (select from file_vectors v where v.passage_id = p.id and v.model = ${model})
  order by p.id limit ${limit}`;

export type NewVector = { passageId: string; model: string; cell: number; signs: string; vector: Buffer };

/** Stores vectors of passages that still exist. Raw SQL: one statement for many rows. */
export async function writeVectors(agentId: string, vectors: readonly NewVector[]): Promise<void> {
  const rows = vectors.map(({ vector, ...row }) => ({ ...row, vector: vector.toString("hex") }));
  await sql()`
    insert into file_vectors (passage_id, agent_id, model, cell, signs, vector)
    select p.id, p.agent_id, v.model, v.cell, v.signs::bit(512), decode(v.vector, 'hex')
    from json_to_recordset(${asJson(rows)}::json) as v("passageId" bigint, model text, cell smallint, signs text, vector text)
      join file_passages p on p.id = v."passageId" and p.agent_id = ${agentId}
    on conflict (passage_id) do update set model = excluded.model, cell = excluded.cell, signs = excluded.signs,
      vector = excluded.vector`;
}

/** Ends the claim of `claimUnembedded`. With `isDone`, all passages of the file have vectors of this model. */
export const endEmbedding = (agentId: string, fileId: string, model: string, isDone: boolean) => sql()`
  update files set text_claimed_at = null, text_model = case when ${isDone} then ${model} else text_model end
  where agent_id = ${agentId} and id = ${fileId} and text_state in ('indexed', 'partly')`;
