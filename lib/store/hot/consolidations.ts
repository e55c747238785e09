import { sql } from "@/lib/store/db";
import type { ConsolidationRow } from "@/lib/store/rows";

/**
 * What was done in so many days and is not settled yet, newest first, with the facts as they are now. What was about a fact
 * that has been forgotten since is not among it. By hand: it joins what it reads inside JSON.
 */
export const unsettled = (agentId: string, days: number, limit: number) =>
  sql()<
    (Pick<ConsolidationRow, "id" | "kind" | "createdAt" | "before"> & {
      /** By id. */
      now: Record<string, string> | null;
    })[]
  >`
    select c.id, c.kind, c.created_at as "createdAt", c.before,
      (select json_object_agg(m.id, m.content) from memories m where m.agent_id = c.agent_id and m.deleted_at is null
        and m.id in (select (one->>'id')::uuid from json_array_elements(c.before) one)) as now
    from consolidations c
    where c.agent_id = ${agentId} and c.settled is null and c.created_at > now() - ${days} * interval '1 day'
      and not exists (
        select from json_array_elements(c.before) with ordinality stayed(fact, nth)
          join memories f on f.id = (fact->>'id')::uuid and f.deleted_at is not null
        where c.kind = 'contradiction' or nth = 1)
    order by c.created_at desc, c.id desc limit ${limit}`;
