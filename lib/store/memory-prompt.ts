import type { Block } from "@/lib/shared/memory";
import { sql } from "./db";
import { KIND, nameOfBlock } from "./memory-blocks";
import { originsOf, type Sql } from "./origins";

/** What prompts say of an agent's memory. */
export type PromptMemory = {
  blob: string;
  /** What it has noted of its collections of documents. */
  dbSchema: string;
  dbSchemaOrigins: string[];
  blobOrigins: string[];
  /** In the order of the prompt. */
  blocks: Pick<Block, "label" | "text" | "description" | "permission" | "charLimit" | "origins">[];
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
      select json_agg(json_build_object('label', b.label, 'text', b.text, 'description', b.description, 'charLimit', b.char_limit,
        'permission', b.permission, 'origins', coalesce((${originsOf(sql()`m.id`, KIND, sql()`b.label`)}), '[]'))
        order by b.pinned_at nulls last, b.kind, b.created_at, b.label)
      from memory_blocks b where b.agent_id = m.id and b.kind <> 'archival'), '[]'),
    'archived', (select count(*) from (
      select from memory_blocks b where b.agent_id = m.id and b.kind = 'archival' limit ${MAX_COUNTED + 1}) counted),
    'hasFacts', exists (select from memories f where f.agent_id = m.id and f.deleted_at is null),
    'newest', coalesce((select json_agg(n.label) from (
      select b.label, (${originsOf(sql()`m.id`, KIND, nameOfBlock())}) as origins from memory_blocks b
      where b.agent_id = m.id and b.kind = 'archival' order by b.updated_at desc limit ${MAX_NEWEST}) n
      where n.origins is null or n.origins::text = '[]'), '[]'))
  from agents m where m.id = ${agentId})`;

export async function readPromptMemory(agentId: string): Promise<PromptMemory | null> {
  const [row] = await sql()<
    { memory: PromptMemory | null }[]
  >`select ${promptMemory(sql()`${agentId}::uuid`)} as memory`;
  return row?.memory ?? null;
}
