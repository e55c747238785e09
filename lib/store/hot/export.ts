import type { Sql } from "postgres";
import { type Kind, PARTS } from "@/lib/shared/kinds";
import { ofParts } from "@/lib/store/revisions";
import type { AgentToolRow, RevisionRow } from "@/lib/store/rows";

/** Contents are JSON text, as stored. */
export type LiveRow = { name: RevisionRow["name"]; content: string; enabled: AgentToolRow["enabled"] | null };
export type HistoryRow = Omit<RevisionRow, "id" | "agentId" | "position" | "cause" | "content"> & {
  content: string | null;
};

/** Reads the live items of a kind, by name. Raw SQL: read by a cursor on a separate connection. */
export const liveOfKind = (on: Sql, agentId: string, kind: Kind) => on`
  select l.name, l.content::text as content, coalesce(t.enabled, s.enabled) as enabled
  from (
    select distinct on (name) kind, name, content from revisions
    where agent_id = ${agentId} and kind = ${kind} and live order by name, version desc
  ) l left join agent_tools t on l.kind = 'tool' and t.agent_id = ${agentId} and t.name = l.name
    left join skills s on l.kind = 'skill' and s.agent_id = ${agentId} and s.name = l.name
  where l.content is not null order by l.name collate "C"`;

/**
 * Reads the history item by item. Versions that came from an agent file keep their original author and time;
 * numbers count only exported versions. Excludes forgotten facts. Raw SQL: counts with a window.
 */
export const wholeHistory = (on: Sql, agentId: string) => on`
  select r.kind, r.name, row_number() over (partition by r.kind, r.name order by r.version)::int as version, ${asItCame(on)}
  from revisions r where r.agent_id = ${agentId} and ${ofParts(on)}
    and (r.kind <> 'memory' or r.name not in (
      select f.name from (
        select distinct on (name) name, content is null as "isGone" from revisions
        where agent_id = ${agentId} and kind = 'memory' and live order by name, version desc
      ) f where f."isGone"))
  order by ${inOrder(on)}, r.version`;

/** Reads only live versions. Raw SQL: shares columns with the whole history. */
export const liveHistory = (on: Sql, agentId: string) => on`
  select r.kind, r.name, 1 as version, ${asItCame(on)} from (
    select distinct on (kind, name) * from revisions
    where agent_id = ${agentId} and live and ${ofParts(on)} order by kind, name, version desc
  ) r where r.content is not null order by ${inOrder(on)}`;

const asItCame = (on: Sql) => on`
  coalesce(case when r.author = 'import' then r.cause->'imported'->>'author' end, r.author) as author,
  r.content::text as content, r.failure, r.live, to_json(r.origins) as origins,
  coalesce(case when r.author = 'import' then (r.cause->'imported'->>'createdAt')::timestamptz end, r.created_at) as "createdAt"`;

const inOrder = (on: Sql) => on`
  array_position(array(select json_array_elements_text(${JSON.stringify(PARTS)}::json)), r.kind), r.name collate "C"`;
