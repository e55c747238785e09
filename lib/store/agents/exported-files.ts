import { sql as raw } from "drizzle-orm";
import type { Sql } from "postgres";
import { files } from "@/drizzle/schema";
import { MAX_ORIGINS } from "@/lib/shared/origins";
import { publish } from "@/lib/store/bus";
import { asJson, db } from "@/lib/store/db";
import type { FileColumns } from "@/lib/store/rows";

export type ExportedFile = Pick<
  FileColumns,
  | ("id" | "hash" | "name" | "mediaType" | "size" | "width" | "height" | "origin")
  | ("prompt" | "description" | "model" | "sourceId" | "origins")
> & { createdAt: string };

/** Query for the agent's files that are neither deleted nor exports, oldest first. */
export const filesOfAgent = (agentId: string) => (on: Sql) =>
  on`
  select id, name, media_type as "mediaType", origin, prompt, description, model, source_id as "sourceId",
    to_json(origins) as origins, to_json(date_trunc('milliseconds', created_at) at time zone 'UTC')#>>'{}' || 'Z' as "createdAt",
    hash, size::float8 as size, width, height
  from files where agent_id = ${agentId} and deleted_at is null and origin <> 'export' order by created_at, id`;

/** Stores rows of files whose bytes are already stored. Restores deleted rows and keeps existing ones. */
export async function importFiles(agentId: string, imported: readonly ExportedFile[]): Promise<void> {
  for (const { id, hash, name, mediaType, size, width, height, origins, ...file } of imported) {
    const { origin, prompt, description, model, sourceId, createdAt } = file;
    const originsJson = asJson(origins.slice(0, MAX_ORIGINS));
    await db()
      .insert(files)
      .values({
        ...{ agentId, id, hash, name, mediaType, size, width, height },
        ...{ origin, prompt, description, model, sourceId, createdAt },
        origins: raw`array(select json_array_elements_text(${originsJson}::json))`,
        keptAt: raw`now()`,
      })
      .onConflictDoUpdate({
        target: [files.agentId, files.id],
        set: { deletedAt: null, keptAt: raw`now()` },
        setWhere: raw`${files.hash} = excluded.hash`,
      });
    publish({ type: "file", agent: agentId, id });
  }
}
