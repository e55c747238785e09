import type { RecalledFact } from "@/lib/shared/chat/metadata";
import { AppError } from "@/lib/shared/errors";
import { identity } from "@/lib/store/agents/identity";
import { sql } from "@/lib/store/db";
import { promptColumns, type RunContext } from "./run-context";

export type Assembly = Pick<
  RunContext,
  | "identity"
  | "contact"
  | "projectId"
  | "model"
  | "approvedTools"
  | "settings"
  | "authoredTools"
  | "components"
  | "jobs"
  | "memory"
> & {
  loads: { parts: unknown }[] | null;
  recalled: RecalledFact[] | null;
};

/**
 * Reads what the prompt of a conversation is built from, or without an id that of a new one. Throws
 * `not_found`.
 */
export async function readAssembly(agentId: string, conversationId?: string): Promise<Assembly> {
  const [row] = await sql()<(Assembly & { isThere: boolean })[]>`
    select c.id is not null as "isThere", coalesce(c.identity, ${identity()}) as identity, c.contact, c.project_id as "projectId", c.model,
      to_json(coalesce(c.approved_tools, '{}')) as "approvedTools",
      ${promptColumns(sql()`a.id`, sql()`c.project_id`)},
      (select json_agg(json_build_object('parts', m.parts) order by m.position) from messages m
        where m.conversation_id = c.id and m.active and m.parts::text like '%load_toolset%') as loads,
      (select m.metadata->'recalled' from messages m where m.conversation_id = c.id and m.active and m.role = 'assistant'
        order by m.position desc limit 1) as recalled
    from agents a left join conversations c
      on c.id = ${conversationId ?? null} and c.agent_id = a.id and c.deleted_at is null
    where a.id = ${agentId}`;
  if (!row || (conversationId !== undefined && !row.isThere))
    throw new AppError("not_found", "There is no such conversation.");
  const { isThere: _, ...assembly } = row;
  return assembly;
}
