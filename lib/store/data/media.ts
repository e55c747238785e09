import { and, asc, eq, isNull, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { files } from "@/drizzle/schema";
import { db } from "@/lib/store/db";
import { type FileRow, noFile, readMany } from "./files";

const MAX_EDITS = 100;

export type ImageRow = {
  file: FileRow;
  /** The message that created or sent the image; null if unknown or deleted. */
  messageId: string | null;
  source: FileRow | null;
  /** Images that were made from this one, oldest first. */
  edits: FileRow[];
};

/** Returns an image with its source and its edits. Throws `not_found`. */
export async function readImage(agentId: string, id: string): Promise<ImageRow> {
  const edit = alias(files, "edits_of_image");
  const made = db()
    .select({ id: edit.id })
    .from(edit)
    .where(and(eq(edit.agentId, files.agentId), eq(edit.sourceId, files.id), isNull(edit.deletedAt)))
    .orderBy(asc(edit.createdAt), asc(edit.id))
    .limit(MAX_EDITS)
    .as("made");
  const ids = db()
    .select({ ids: raw`coalesce(json_agg(${made.id}), '[]')` })
    .from(made);
  const [row] = await db()
    .select({ messageId: files.messageId, sourceId: files.sourceId, edits: raw<string[]>`${ids}` })
    .from(files)
    .where(
      and(
        ...[eq(files.id, id), eq(files.agentId, agentId), isNull(files.deletedAt)],
        raw`${files.mediaType} like 'image/%'`,
      ),
    );
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
