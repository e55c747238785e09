import { sql as raw, type SQLWrapper } from "drizzle-orm";
import type { Sql } from "postgres";

/** SQL for the files of a revision as a JSON array; empty for other kinds and for deletions. */
export const filesOfSkill = ({ kind, content }: { kind: SQLWrapper; content: SQLWrapper }) =>
  raw`case when ${kind} = 'skill' and ${content} is not null then ${content}->'files' else '[]'::json end`;

/** Query for the hashes of all binary files in the agent's skills, earlier versions included. */
export const skillFileHashes = (agentId: string) => (on: Sql) =>
  on`
  select distinct file->>'hash' as hash
  from (
    select content->'files' as files from revisions
    where agent_id = ${agentId} and kind = 'skill' and content is not null offset 0
  ) skill, json_array_elements(skill.files) file
  where file->>'hash' is not null order by 1`;
