import type { Block } from "@/lib/shared/memory/memory";
import { sql } from "@/lib/store/db";
import { nameOfBlock } from "@/lib/store/hot/memory-blocks";
import { originsOf } from "@/lib/store/origins";
import { type Sql, valuesTable } from "@/lib/store/sql-fragments";
import { KIND } from "./block-rows";

export type PromptMemory = {
  blob: string;
  dbSchema: string;
  dbSchemaOrigins: string[];
  blobOrigins: string[];
  /** Blocks of the prompt, in the order of the prompt. */
  blocks: (Pick<Block, "label" | "text" | "description" | "permission" | "charLimit" | "origins"> & {
    sharer?: string | null;
  })[];
  /** Number of archive entries, at most `MAX_COUNTED` + 1. */
  archived: number;
  hasFacts: boolean;
  /** Facts in every prompt, in order. `hasMore`: the agent has other facts, not counting session facts. */
  facts: { shown: { content: string; certainty: number }[]; hasMore: boolean };
  /** Labels of the archive, most recently written first, without those that may include web text. */
  newest: string[];
};

/** Archive entries are counted up to this number, because counting more takes too long. */
export const MAX_COUNTED = 1_000;
const MAX_NEWEST = 8;
/** Maximum characters of all facts in a prompt, and of one fact. */
const MAX_FACTS_CHARS = 2_000;
const MAX_FACT_CHARS = 500;
/** Number of newest facts of each layer among which the facts in the prompt are chosen. */
const CANDIDATES = { long: 500, mid: 100, short: 50 } as const;

/**
 * SQL for an agent's memory as JSON, for statements that include it. `projectId`: the project of the conversation, or null.
 */
export const promptMemory = (agentId: Sql, projectId: Sql) => sql()`(
  select json_build_object('blob', m.memory_blob, 'dbSchema', m.db_schema,
    'dbSchemaOrigins', coalesce((${originsOf(sql()`m.id`, "db_schema", "db_schema")}), '[]'),
    'blobOrigins', coalesce((${originsOf(sql()`m.id`, "memory_blob", "memory_blob")}), '[]'),
    'blocks', coalesce((
      select json_agg(b.block order by b.pinned_at nulls last, b.kind, b.created_at, b.label) from (
        select b.pinned_at, b.kind, b.created_at, b.label, ${blockOf(sql()`m.id`, sql()`b.permission`, sql()`null::text`)} as block
        from memory_blocks b where b.agent_id = m.id and b.kind <> 'archival'
        union all
        select null, b.kind, b.created_at, b.label, ${blockOf(sql()`b.agent_id`, sql()`s.permission`, sql()`o.name`)}
        from memory_block_shares s join memory_blocks b on b.id = s.block_id join agents o on o.id = b.agent_id
        where s.agent_id = m.id and b.kind <> 'archival' and o.deleted_at is null and not exists (
          select from memory_blocks n where n.agent_id = m.id and n.kind <> 'archival' and n.label = b.label)
      ) b), '[]'),
    'archived', (select count(*) from (
      select from memory_blocks b where b.agent_id = m.id and b.kind = 'archival' limit ${MAX_COUNTED + 1}) counted),
    'hasFacts', exists (select from memories f where f.agent_id = m.id and f.deleted_at is null),
    'facts', ${promptFacts()},
    'newest', coalesce((select json_agg(n.label) from (
      select b.label, (${originsOf(sql()`m.id`, KIND, nameOfBlock())}) as origins from memory_blocks b
      where b.agent_id = m.id and b.kind = 'archival' order by b.updated_at desc limit ${MAX_NEWEST}) n
      where n.origins is null or n.origins::text = '[]'), '[]'))
  from ${valuesTable({ agent: sql()`${agentId}::uuid`, project: sql()`${projectId}::uuid` })}, agents m where m.id = given.agent)`;

/**
 * SQL for the facts of an agent `m` that are in every prompt, as JSON, within `MAX_FACTS_CHARS`. Order:
 * pinned, longest layer, most recalled, newest. Facts that may include web text are excluded, because they
 * would mark every conversation; the agent can still recall them.
 */
const promptFacts = () => sql()`(
  select json_build_object(
    'shown', coalesce(json_agg(json_build_object('content', f.content, 'certainty', f.certainty) order by f.nth)
      filter (where f.shown), '[]'),
    'hasMore', coalesce(not bool_and(f.shown), false))
  from (
    select f.content, f.certainty, f.nth, f.chars <= ${MAX_FACTS_CHARS}
      and coalesce((${originsOf(sql()`m.id`, "memory", sql()`f.id::text`)})::text, '[]') = '[]' as shown
    from (
      select f.id, left(f.content, ${MAX_FACT_CHARS}) as content, f.certainty, row_number() over ranked as nth,
        sum(least(length(f.content), ${MAX_FACT_CHARS}) + 3) over ranked as chars
      from (${pinned()} union ${candidates("long")} union ${candidates("mid")} union ${candidates("short")}) f
      window ranked as (order by f.pinned_at is null, f.rank, f.recalls desc, f.created_at desc, f.id)) f) f)`;

const factColumns = () => sql()`
  c.id, c.content, c.certainty, c.recalls, c.created_at, c.pinned_at, array_position(array['long', 'mid', 'short'], c.layer) as rank`;

/** The same as `c.project_id is not distinct from given.project`, for which there is no index. */
const ofProject = () => sql()`
  coalesce(c.project_id, '00000000-0000-0000-0000-000000000000'::uuid) = coalesce(given.project, '00000000-0000-0000-0000-000000000000'::uuid)`;

const pinned = () => sql()`(
  select ${factColumns()} from memories c
  where c.agent_id = m.id and ${ofProject()} and c.pinned_at is not null and c.deleted_at is null and c.layer <> 'session')`;

const candidates = (layer: keyof typeof CANDIDATES) => sql()`(
  select ${factColumns()} from memories c where c.agent_id = m.id and ${ofProject()} and c.layer = ${layer} and c.deleted_at is null
    and (c.expires_at is null or c.expires_at > now() or c.pinned_at is not null)
  order by c.created_at desc, c.id desc limit ${CANDIDATES[layer]})`;

const blockOf = (agentId: Sql, permission: Sql, sharer: Sql) => sql()`
  json_build_object('label', b.label, 'text', b.text, 'description', b.description, 'charLimit', b.char_limit,
    'permission', ${permission}, 'sharer', ${sharer}, 'origins', coalesce((${originsOf(agentId, KIND, sql()`b.label`)}), '[]'))`;

export async function readPromptMemory(
  agentId: string,
  projectId: string | null = null,
): Promise<PromptMemory | null> {
  const [row] = await sql()<
    { memory: PromptMemory | null }[]
  >`select ${promptMemory(sql()`${agentId}::uuid`, sql()`${projectId}::uuid`)} as memory`;
  return row?.memory ?? null;
}
