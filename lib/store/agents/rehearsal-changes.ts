import { sql as raw } from "drizzle-orm";
import type { RehearsedChange } from "@/lib/shared/rehearsals";
import { sql } from "@/lib/store/db";
import { titleIn } from "@/lib/store/revision-title";
import { partOf } from "@/lib/store/sql-fragments";
import { copiedFactId } from "./agent-copies";

type Change = Omit<RehearsedChange, "title"> & {
  title: string | null;
  /** Name of the item in the source. */
  sourceName: string;
};

/**
 * Lists the items that a rehearsal changed, except for the database. An item is changed in the source if another version is
 * live there than the rehearsal began with. Raw SQL: compares three lists of versions.
 */
export async function listRehearsedChanges({
  id,
  sourceId,
  takenAt,
}: {
  id: string;
  sourceId: string;
  takenAt: string;
}): Promise<Change[]> {
  return sql()<Change[]>`
    with mine as (
      select distinct on (kind, name) * from revisions
      where agent_id = ${id} and live and kind not in ('database', 'model_family') order by kind, name, version desc
    ), base as (
      select distinct on (kind, name) * from revisions
      where agent_id = ${id} and live and kind not in ('database', 'model_family')
        and date_trunc('milliseconds', created_at) <= ${takenAt}::timestamptz order by kind, name, version desc
    ), facts as (
      select name as source_name, ${partOf(copiedFactId(id, raw.raw("name")))} as name
      from (select distinct name from revisions where agent_id = ${sourceId} and kind = 'memory') named
    ), changed as (
      select m.kind, m.name, m.id, m.version, m.content, b.id as base_id, b.version as base_version, b.content as base_content,
        coalesce(f.source_name, m.name) as source_name
      from mine m left join base b using (kind, name) left join facts f on m.kind = 'memory' and f.name = m.name
      where m.id is distinct from b.id and not (m.content is null and b.content is null)
        and m.content::text is distinct from b.content::text
        and not (m.kind = 'memory' and coalesce(m.content->>'layer', '') = 'session')
    )
    select c.kind, c.name, c.source_name as "sourceName",
      (select coalesce(${titleIn("r")}, ${titleIn("o")}) from revisions r left join revisions o on o.id = c.base_id where r.id = c.id) as title,
      case when c.base_content is null then 'create' when c.content is null then 'delete' else 'change' end as action,
      case when c.base_content is not null then c.base_version end as "from", case when c.content is not null then c.version end as "to",
      case when c.base_content is not null then c.base_id end as "beforeId", case when c.content is not null then c.id end as "afterId",
      coalesce((select case when s.content is null then null else s.version end from revisions s
        where s.agent_id = ${sourceId} and s.kind = c.kind and s.name = c.source_name and s.live
        order by s.version desc limit 1), 0) is distinct from coalesce(case when c.base_content is not null then c.base_version end, 0) as "isChanged"
    from changed c order by c.kind, c.name`;
}
