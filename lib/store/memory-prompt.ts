import type { Block } from "@/lib/shared/memory";
import { KIND, nameOfBlock } from "./block-rows";
import { sql } from "./db";
import { given, type Sql } from "./given";
import { originsOf } from "./origins";

/** What prompts say of an agent's memory. */
export type PromptMemory = {
  blob: string;
  /** What it has noted of its collections of documents. */
  dbSchema: string;
  dbSchemaOrigins: string[];
  blobOrigins: string[];
  /** In the order of the prompt. */
  blocks: (Pick<Block, "label" | "text" | "description" | "permission" | "charLimit" | "origins"> & {
    /** The name of the agent that shares it. */
    sharer?: string | null;
  })[];
  /** Entries of the archive; one more than `MAX_COUNTED` where there are more. */
  archived: number;
  /** Whether there are any facts to recall. */
  hasFacts: boolean;
  /** Labels of the archive, written last first. Those that may hold a stranger's words are not among them. */
  newest: string[];
};

/** To count more would take long for what it tells. */
export const MAX_COUNTED = 1_000;
const MAX_NEWEST = 8;

/** What prompts say of the memory of an agent, as JSON, for statements that bring it along. */
export const promptMemory = (agentId: Sql) => sql()`(
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
    'newest', coalesce((select json_agg(n.label) from (
      select b.label, (${originsOf(sql()`m.id`, KIND, nameOfBlock())}) as origins from memory_blocks b
      where b.agent_id = m.id and b.kind = 'archival' order by b.updated_at desc limit ${MAX_NEWEST}) n
      where n.origins is null or n.origins::text = '[]'), '[]'))
  from ${given({ agent: agentId })}, agents m where m.id = given.agent)`;

const blockOf = (agentId: Sql, permission: Sql, sharer: Sql) => sql()`
  json_build_object('label', b.label, 'text', b.text, 'description', b.description, 'charLimit', b.char_limit,
    'permission', ${permission}, 'sharer', ${sharer}, 'origins', coalesce((${originsOf(agentId, KIND, sql()`b.label`)}), '[]'))`;

export async function readPromptMemory(agentId: string): Promise<PromptMemory | null> {
  const [row] = await sql()<
    { memory: PromptMemory | null }[]
  >`select ${promptMemory(sql()`${agentId}::uuid`)} as memory`;
  return row?.memory ?? null;
}
