import type { FactSource } from "@/lib/shared/memory/facts";
import type { FactOrigin } from "@/lib/shared/memory/memory-view";
import { asJson, sql } from "@/lib/store/db";
import type { StoredFact } from "./fact-list";

/** What is larger is not opened for the names of its files. */
const MAX_BYTES = 300_000;

type Row = Pick<FactOrigin, "title" | "files"> & { id: string; job: { id: string; name: string } | null };

/** Of facts, where they are from: the message in which they were kept, as far as it is there, and what it had been asked with. */
export async function readSources(
  agentId: string,
  facts: readonly Pick<StoredFact, "id" | "source">[],
): Promise<Map<string, FactOrigin>> {
  const known = facts.flatMap(({ id, source }) => {
    const { pages = [], ...place } = (source ?? {}) as FactSource;
    return source ? [{ id, pages, ...place }] : [];
  });
  const places = known.filter(({ conversationId }) => conversationId !== undefined);
  const rows =
    places.length === 0
      ? []
      : await sql()<Row[]>`
    select s.id, c.title,
      case when said.metadata->'cause' is not null
        then json_build_object('id', said.metadata->'cause'->>'jobId', 'name', said.metadata->'cause'->>'name') end as job,
      coalesce((select json_agg(json_build_object('name', p->>'filename', 'url', p->>'url')) from json_array_elements(
        case when pg_column_size(said.parts) < ${MAX_BYTES} then said.parts else '[]' end) p
        where p->>'type' = 'file' and p->>'url' like '/api/files/%'), '[]') as files
    from json_to_recordset(${asJson(places)}::json) as s(id uuid, "conversationId" uuid, "messageId" text)
      join conversations c on c.id = s."conversationId" and c.agent_id = ${agentId} and c.deleted_at is null
      left join messages m on m.conversation_id = c.id and m.id = s."messageId"
      left join messages said on said.conversation_id = c.id and said.id = m.parent_id`;
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    known.map(({ id, ...source }) => {
      const { title = null, job = null, files = [] } = found.get(id) ?? {};
      return [id, { ...source, title, job, files }];
    }),
  );
}
