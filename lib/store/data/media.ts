import { sql } from "@/lib/store/db";
import type { FileColumns } from "@/lib/store/rows";
import { type FileRow, noFile, readMany } from "./files";

/** More than that were made from one image by nobody yet. */
const MAX_EDITS = 100;

export type ImageRow = {
  file: FileRow;
  /** Where it was made or sent; null where that is not known, or gone. */
  messageId: string | null;
  source: FileRow | null;
  /** What was made from it, oldest first. */
  edits: FileRow[];
};

/** An image with what it was made from and what was made from it; throws when there is none. */
export async function readImage(agentId: string, id: string): Promise<ImageRow> {
  const [row] = await sql()<(Pick<FileColumns, "messageId" | "sourceId"> & { edits: string[] })[]>`
    select f.message_id as "messageId", f.source_id as "sourceId",
      (select coalesce(json_agg(id), '[]') from (
        select e.id from files e
        where e.agent_id = f.agent_id and e.source_id = f.id and e.deleted_at is null
        order by e.created_at, e.id limit ${MAX_EDITS}) made) as edits
    from files f where f.id = ${id} and f.agent_id = ${agentId} and f.deleted_at is null
      and f.media_type like 'image/%'`;
  if (!row) throw noFile(id);
  const { messageId, sourceId, edits } = row;
  const all = await readMany(agentId, [id, ...edits, ...(sourceId ? [sourceId] : [])]);
  const find = (id: string | null) => all.find((file) => file.id === id && !file.deleted);
  const file = find(id);
  if (!file) throw noFile(id);
  return {
    file,
    messageId: file.conversationId && messageId,
    source: find(sourceId) ?? null,
    edits: edits.flatMap((edit) => find(edit) ?? []),
  };
}
