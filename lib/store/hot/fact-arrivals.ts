import type { ISql } from "postgres";
import { asJson } from "@/lib/store/db";

type Given = { id: string; copy: string; layer: string | null; hash: string | null };

/**
 * Of facts that a file brings: whether their id is another agent's, or a copy was made under another one before, and whether
 * the agent knows just that already, under an id of its own. By hand: it asks of each row that it reads from JSON.
 */
export const takenFacts = (on: ISql, agentId: string, given: readonly Given[]) =>
  on<{ id: string; isOthers: boolean; isKnown: boolean }[]>`
    select g.id::text as id,
      exists (select from memories m where m.id = g.id and m.agent_id <> ${agentId}) or exists (
        select from revisions r where r.agent_id = ${agentId} and r.kind = 'memory' and r.name = g.copy) as "isOthers",
      exists (
        select from memories m where m.agent_id = ${agentId} and m.layer = g.layer and m.id::text not in (g.id::text, g.copy)
          and m.conversation_id is null and m.content_hash = g.hash) as "isKnown"
    from json_to_recordset(${asJson(given)}::json) as g(id uuid, copy text, layer text, hash text)`;
