import { and, eq, isNull, ne, or, sql as raw } from "drizzle-orm";
import { files } from "@/drizzle/schema";
import { type ExportSource, MAX_EXPORTS } from "@/lib/shared/exports";
import { asJson, db } from "@/lib/store/db";
import { add, type FileRow, type NewFile } from "./files";

type NewExport = Omit<NewFile, "origin" | "exportOf" | "isKept"> & { exportOf: ExportSource };

/**
 * Stores an export. It replaces one of the same version in the same form, and the oldest beyond the maximum; both can be
 * restored like deleted files.
 */
export async function addExport(agentId: string, file: NewExport): Promise<FileRow> {
  const added = await add(agentId, { ...file, origin: "export" });
  const source = asJson(file.exportOf);
  await db()
    .update(files)
    .set({ deletedAt: raw`now()` })
    .where(
      and(
        ...[
          eq(files.agentId, agentId),
          eq(files.origin, "export"),
          isNull(files.deletedAt),
          ne(files.id, added.id),
        ],
        or(
          raw`${files.exportOf} = ${source}::jsonb`,
          raw`${files.id} in (select old.id from files old where old.agent_id = ${agentId} and old.origin = 'export'
            and old.deleted_at is null order by old.created_at desc offset ${MAX_EXPORTS})`,
        ),
      ),
    );
  return added;
}
