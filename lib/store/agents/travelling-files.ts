import type { Sql } from "postgres";
import { publish } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { written } from "@/lib/store/origins";
import type { FileColumns } from "@/lib/store/rows";

/** A stored file as it goes into an agent's file and comes from one. */
export type TravellingFile = Pick<
  FileColumns,
  | ("id" | "hash" | "name" | "mediaType" | "size" | "width" | "height" | "origin")
  | ("prompt" | "description" | "model" | "sourceId" | "origins")
> & { createdAt: string };

/** Oldest first, without what was deleted. */
export const filesOfAgent = (agentId: string) => (on: Sql) =>
  on`
  select id, name, media_type as "mediaType", origin, prompt, description, model, source_id as "sourceId",
    to_json(origins) as origins, to_json(date_trunc('milliseconds', created_at) at time zone 'UTC')#>>'{}' || 'Z' as "createdAt",
    hash, size::float8 as size, width, height
  from files where agent_id = ${agentId} and deleted_at is null order by created_at, id`;

/** Writes files down whose bytes are stored. What was deleted comes back; what is there stays as it is. */
export async function bringFiles(agentId: string, files: readonly TravellingFile[]): Promise<void> {
  for (const { id, origins, ...file } of files) {
    await sql()`
      insert into files (agent_id, id, hash, name, media_type, size, width, height, origin, prompt, description, model,
        source_id, origins, imported_at, created_at)
      values (${agentId}, ${id}, ${file.hash}, ${file.name}, ${file.mediaType}, ${file.size}, ${file.width}, ${file.height},
        ${file.origin}, ${file.prompt}, ${file.description}, ${file.model}, ${file.sourceId}, ${written(origins)}, now(),
        ${file.createdAt})
      on conflict (agent_id, id) do update set deleted_at = null, imported_at = now() where files.hash = excluded.hash`;
    publish({ type: "file", agent: agentId, id });
  }
}
