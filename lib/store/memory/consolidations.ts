import type { TransactionSql } from "postgres";
import { z } from "zod";
import { type Consolidation, type FactBefore, factBefore } from "@/lib/shared/memory/consolidation";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import type { ConsolidationRow } from "@/lib/store/rows";

const MAX_LISTED = 100;
/** So long a change can be looked at and taken back: as long as what was forgotten. */
const SHOWN_DAYS = 30;
/** So long what the person has said to one is remembered. */
const KEPT_DAYS = 365;

export type NewConsolidation = Pick<ConsolidationRow, "id" | "kind" | "key"> & {
  before: readonly FactBefore[];
  versions: Readonly<Record<string, number>>;
};

/** Notes a change in the transaction that makes it. False where it was made before, and perhaps taken back. */
export async function noteConsolidation(
  tx: TransactionSql,
  agentId: string,
  { id, kind, key, before, versions }: NewConsolidation,
): Promise<boolean> {
  const rows = await tx`
    insert into consolidations (id, agent_id, kind, key, before, versions)
    values (${id}, ${agentId}, ${kind}, ${key}, ${asJson(before)}::json, ${asJson(versions)}::json)
    on conflict do nothing returning id`;
  return rows.length > 0;
}

/** Of these keys, those that came before. */
export async function knownKeys(agentId: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await sql()<{ key: string }[]>`
    select key from consolidations where agent_id = ${agentId}
      and key in (select json_array_elements_text(${asJson(keys)}::json))`;
  return new Set(rows.map(({ key }) => key));
}

/**
 * What the person has not settled yet, newest first, with the facts as they are now. What was about a fact that has been
 * forgotten since is over: of a contradiction either, of what was merged or summed up the one that stayed, which comes first.
 */
export async function listConsolidations(agentId: string): Promise<Consolidation[]> {
  const rows = await sql()<(Pick<Consolidation, "id" | "kind" | "createdAt"> & Facts)[]>`
    select c.id, c.kind, c.created_at as "createdAt", c.before,
      (select json_object_agg(m.id, m.content) from memories m where m.agent_id = c.agent_id and m.deleted_at is null
        and m.id in (select (one->>'id')::uuid from json_array_elements(c.before) one)) as now
    from consolidations c
    where c.agent_id = ${agentId} and c.settled is null and c.created_at > now() - ${SHOWN_DAYS} * interval '1 day'
      and not exists (
        select from json_array_elements(c.before) with ordinality stayed(fact, nth)
          join memories f on f.id = (fact->>'id')::uuid and f.deleted_at is not null
        where c.kind = 'contradiction' or nth = 1)
    order by c.created_at desc, c.id desc limit ${MAX_LISTED}`;
  return rows.map(({ before, now, createdAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    facts: z
      .array(factBefore)
      .parse(before)
      .map(({ id, content }) => ({ id, before: content?.content ?? null, now: now?.[id] ?? null })),
  }));
}
type Facts = { before: unknown; now: Record<string, string> | null };

/** One that is not settled yet. */
export async function readConsolidation(agentId: string, id: string) {
  const [row] = await sql()<Pick<ConsolidationRow, "kind" | "before" | "versions">[]>`
    select kind, before, versions from consolidations where agent_id = ${agentId} and id = ${id} and settled is null`;
  if (!row) return null;
  const versions = z.record(z.string(), z.number()).parse(row.versions);
  return { kind: row.kind, before: z.array(factBefore).parse(row.before), versions };
}

/** Whether it was there, and nobody has settled it before. What its facts said is not kept then: nobody can take it back. */
export async function settleConsolidation(
  on: TransactionSql | null,
  agentId: string,
  id: string,
  settled: "kept" | "undone",
): Promise<boolean> {
  const rows = await (on ?? sql())`
    update consolidations set settled = ${settled}, before = '[]' where agent_id = ${agentId} and id = ${id} and settled is null returning id`;
  if (rows.length > 0) publish({ type: "settings", agent: agentId });
  return rows.length > 0;
}

/** Forgets what nobody can take back any more, but for what the person has said to it. */
export async function sweepConsolidations(): Promise<void> {
  await sql()`
    delete from consolidations
    where created_at < now() - case when settled is null then ${SHOWN_DAYS}::int else ${KEPT_DAYS} end * interval '1 day'`;
}

/** A fact as consolidation compares it. */
export type Comparable = {
  id: string;
  layer: "long" | "mid" | "short";
  content: string;
  words: string;
  certainty: number;
  isNew: boolean;
};

/** The facts that may be tidied, newest first: no session's, and none that the person has pinned. */
export async function readComparable(
  agentId: string,
  since: string | null,
  limit: number,
): Promise<Comparable[]> {
  return [
    ...(await sql()<Comparable[]>`
      select id, layer, content, words, certainty, ${since}::timestamptz is null or updated_at > ${since}::timestamptz as "isNew"
      from memories
      where agent_id = ${agentId} and deleted_at is null and layer <> 'session' and pinned_at is null
        and (expires_at is null or expires_at > now())
      order by created_at desc, id desc limit ${limit}`),
  ];
}

/** What the first piece of each fact means, as stored of a model. */
export async function readMeanings(ids: readonly string[], model: string): Promise<Map<string, Uint8Array>> {
  const rows = await sql()<{ id: string; vector: Uint8Array }[]>`
    select memory_id as id, vector from embeddings
    where part = 0 and model = ${model} and memory_id in (select x::uuid from json_array_elements_text(${asJson(ids)}::json) x)`;
  return new Map(rows.map(({ id, vector }) => [id, vector]));
}

/** Facts of the layer short that end within so many days, oldest first. */
export async function readStale(agentId: string, days: number, limit: number): Promise<string[]> {
  const rows = await sql()<{ id: string }[]>`
    select id from memories
    where agent_id = ${agentId} and layer = 'short' and deleted_at is null and pinned_at is null
      and expires_at > now() and expires_at < now() + ${days} * interval '1 day'
    order by created_at, id limit ${limit}`;
  return rows.map(({ id }) => id);
}
