import type { TransactionSql } from "postgres";
import { AppError } from "@/lib/shared/errors";
import { sql } from "@/lib/store/db";
import { type Named, touchedAfter } from "@/lib/store/hot/document-history";
import { lockName } from "@/lib/store/locks";

/**
 * Copies the documents of a borrowed collection from its source, as they were when the agent was copied. Has no effect if
 * another call has done it.
 */
export async function fetchBorrowed(named: Named, on?: TransactionSql): Promise<void> {
  if (on) return copyDocuments(on, named);
  await sql().begin((tx) => copyDocuments(tx, named));
}

async function copyDocuments(tx: TransactionSql, { agentId, collection }: Named): Promise<void> {
  await lockName(tx, `${agentId} documents`);
  const [row] = await tx<{ sourceId: string | null; version: number; isStored: boolean }[]>`
    select r.source_id as "sourceId", c.version::float8 as version,
      exists (select from document_collections s where s.agent_id = r.source_id and s.name = c.name and s.version = c.version)
      or exists (select from revisions v where v.agent_id = r.source_id and v.kind = 'collection' and v.name = c.name
        and v.content is not null and (v.content->>'change')::bigint = c.version) as "isStored"
    from document_collections c join rehearsals r on r.agent_id = c.agent_id
    where c.agent_id = ${agentId} and c.name = ${collection} and c.borrowed for update of c`;
  if (!row) return;
  const { sourceId, version, isStored } = row;
  if (sourceId === null || !isStored)
    throw new AppError(
      "not_found",
      `The documents of ${collection} as they were when this rehearsal began are no longer stored. Start a new rehearsal.`,
    );
  const source = { agentId: sourceId, collection };
  // The source cannot change this collection until the transaction ends.
  await tx`select from document_collections where agent_id = ${sourceId} and name = ${collection} for share`;
  await tx`
    with touched as materialized (${touchedAfter(tx, source, version)}), whole as (
      select d.id, d.position, d.body, d.found from documents d
      where d.agent_id = ${sourceId} and d.collection = ${collection} and d.id not in (select id from touched)
      union all
      select id, position, body, coalesce(found, body::jsonb) from touched where body is not null)
    insert into documents (agent_id, collection, id, position, body, found)
    select ${agentId}::uuid, ${collection}, id, position, body, found from whole`;
  await tx`
    with touched as materialized (${touchedAfter(tx, source, version)})
    insert into document_keys (agent_id, collection, index, key, id)
    select ${agentId}::uuid, ${collection}, k.index, k.key, k.id from document_keys k
    where k.agent_id = ${sourceId} and k.collection = ${collection} and k.id not in (select id from touched)
    union all
    select ${agentId}::uuid, ${collection}, k->>0, k->>1, t.id
    from touched t cross join lateral json_array_elements(t.keys) k where t.body is not null`;
  await tx`update document_collections set borrowed = false where agent_id = ${agentId} and name = ${collection}`;
}
