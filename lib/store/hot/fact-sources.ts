import type { FactSource } from "@/lib/shared/memory/facts";
import type { FactOrigin } from "@/lib/shared/memory/memory-view";
import { asJson, sql } from "@/lib/store/db";

type Place = Pick<FactSource, "conversationId" | "messageId"> & { id: string };
type Row = Pick<FactOrigin, "title" | "files"> & { id: string; job: { id: string; name: string } | null };

/**
 * The conversations in which facts were kept, and what the message had been asked with; the parts of larger messages than so
 * many bytes are not opened. By hand: it reads inside JSON, and joins what it reads from it.
 */
export const readPlaces = (agentId: string, places: readonly Place[], bytes: number) => sql()<Row[]>`
  select s.id, c.title,
    case when said.metadata->'cause' is not null
      then json_build_object('id', said.metadata->'cause'->>'jobId', 'name', said.metadata->'cause'->>'name') end as job,
    coalesce((select json_agg(json_build_object('name', p->>'filename', 'url', p->>'url')) from json_array_elements(
      case when pg_column_size(said.parts) < ${bytes} then said.parts else '[]' end) p
      where p->>'type' = 'file' and p->>'url' like '/api/files/%'), '[]') as files
  from json_to_recordset(${asJson(places)}::json) as s(id uuid, "conversationId" uuid, "messageId" text)
    join conversations c on c.id = s."conversationId" and c.agent_id = ${agentId} and c.deleted_at is null
    left join messages m on m.conversation_id = c.id and m.id = s."messageId"
    left join messages said on said.conversation_id = c.id and said.id = m.parent_id`;
