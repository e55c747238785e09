import type { Kind } from "@/lib/shared/kinds";
import { asJson, sql } from "@/lib/store/db";
import { andVisible } from "@/lib/store/members/visible";
import { titleIn } from "@/lib/store/revision-title";
import type { Sql } from "@/lib/store/sql-fragments";

/** Maximum characters of a version and its predecessor together. Larger contents are not returned. */
const MAX_COMPARED_CHARS = 100_000;

/** A live version that a call wrote. */
export type WrittenVersion = {
  id: string;
  kind: Kind;
  name: string;
  title: string | null;
  beforeId: string | null;
  /** If true, the contents are null. */
  isLarge: boolean;
  isNew: boolean;
  isDeleted: boolean;
  before: unknown;
  content: unknown;
  state: "done" | "undone" | "outdated";
  conversationId: string;
  messageId: string;
  toolCallId: string;
  createdAt: string;
};

export type Calls = {
  /** Undefined for calls of any conversation. */
  conversationId?: string;
  messageIds: readonly string[];
  /** Copies of the database that calls named in their results, because they stored them first. */
  copyIds: readonly string[];
};

/** Reads the versions that calls of some messages wrote, newest first, and the copies of the database. */
export const writtenIn = (agentId: string, { conversationId, messageIds, copyIds }: Calls, max: number) =>
  withNeighbours(
    agentId,
    sql()`
      (select * from revisions where agent_id = ${agentId} and cause->>'messageId' in ${sql()([...messageIds])}
        and live and (${conversationId ?? null}::text is null or cause->>'conversationId' = ${conversationId ?? null}) and kind <> 'database'
      order by position desc limit ${max})
      union all
      select * from revisions where agent_id = ${agentId} and kind = 'database'
        and id in (select json_array_elements_text(${asJson(copyIds)}::json)::uuid)`,
  );

/**
 * Reads the versions that the agent wrote in conversations of jobs or the pulse since a time, newest first.
 * Examines only the newest `maxScanned` versions.
 */
export const writtenUnattended = (
  agentId: string,
  since: string,
  { max, maxScanned }: { max: number; maxScanned: number },
) =>
  withNeighbours(
    agentId,
    sql()`
      select revisions.* from (
        select * from revisions where agent_id = ${agentId} order by position desc limit ${maxScanned}
      ) revisions
      join conversations c on c.id = (cause->>'conversationId')::uuid and c.agent_id = revisions.agent_id ${andVisible(sql()`c`)}
      where revisions.created_at > ${since} and author = 'agent' and live and kind <> 'database'
        and c.origin in ('job', 'pulse')
      order by position desc limit ${max}`,
  );

/**
 * Adds to each version its predecessor, and whether the change was undone or the item changed again. A change of
 * a collection is outdated if one of its documents was touched later. Raw SQL: lateral joins.
 */
const withNeighbours = (agentId: string, written: Sql) => sql()<WrittenVersion[]>`
  with mine as materialized (${written}), compared as (
    select m.*, p.id as before_id, p.content as before, coalesce(${titleIn("m")}, ${titleIn("p")}) as title,
      length(coalesce(m.content::text, '')) + length(coalesce(p.content::text, '')) > ${MAX_COMPARED_CHARS} as is_large,
      l.id as live_id, l.content is null as is_gone, u.id as undo_id, u.is_redone,
      coalesce((u.content->>'change')::bigint, case when m.kind = 'collection' then (m.content->>'change')::bigint end) as last
    from mine m
    left join lateral (
      select b.id, b.kind, b.content from revisions b where b.agent_id = m.agent_id and b.kind = m.kind
        and b.name = m.name and b.version < m.version and b.live order by b.version desc limit 1
    ) p on true
    left join lateral (
      select b.id, b.content from revisions b where b.agent_id = m.agent_id and b.kind = m.kind and b.name = m.name
        and b.live order by b.version desc limit 1
    ) l on true
    left join lateral (
      select b.id, (b.cause->'undone'->>'isRedone')::boolean as is_redone,
        case when m.kind = 'collection' then b.content end as content
      from revisions b where b.agent_id = m.agent_id and b.cause->'undone'->>'change' = m.id::text
        and b.kind = m.kind and b.name = m.name
      order by b.version desc limit 1
    ) u on true
  )
  select id, kind, name, title, before_id as "beforeId", is_large as "isLarge", before is null as "isNew",
    content is null as "isDeleted", case when not is_large then before end as before,
    case when not is_large then content end as content, coalesce(cause->>'conversationId', '') as "conversationId",
    coalesce(cause->>'messageId', '') as "messageId", coalesce(cause->>'toolCallId', '') as "toolCallId", created_at as "createdAt",
    case
      when kind = 'collection' and content is not null then case
        when is_gone or exists (
          select from documents_before later where later.agent_id = ${agentId} and later.collection = compared.name
            and later.change > compared.last and later.id in (
              select id from documents_before d where d.agent_id = ${agentId} and d.collection = compared.name
                and d.change = compared.last)
        ) then 'outdated'
        when undo_id is not null and not is_redone then 'undone' else 'done' end
      when undo_id is not null and (live_id = undo_id or kind = 'database')
        then case when is_redone then 'done' else 'undone' end
      when live_id = id or kind = 'database' then 'done' else 'outdated' end as state
  from compared order by position desc`;
