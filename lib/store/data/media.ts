import { and, asc, eq, isNull, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { conversations, files } from "@/drizzle/schema";
import { db } from "@/lib/store/db";
import { isOfVisible } from "@/lib/store/members/visible";
import { type FileRow, noFile, readMany, toClient } from "./files";

const MAX_EDITS = 100;

type ViewRow = {
  file: FileRow;
  /** The message that created or sent the file; null if unknown or deleted. */
  messageId: string | null;
  /** Its conversation. */
  conversation: { id: string; title: string } | null;
  source: FileRow | null;
  /** Images that were made from this one, oldest first. */
  edits: FileRow[];
};

/** Returns a file with its message, its source and its edits. Throws `not_found`. */
export async function readView(agentId: string, id: string): Promise<ViewRow> {
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
    .select({
      messageId: files.messageId,
      sourceId: files.sourceId,
      title: conversations.title,
      edits: raw<string[]>`${ids}`,
    })
    .from(files)
    .leftJoin(conversations, and(eq(conversations.id, files.conversationId), isNull(conversations.deletedAt)))
    .where(
      and(
        eq(files.id, id),
        eq(files.agentId, agentId),
        isNull(files.deletedAt),
        isOfVisible(files.conversationId),
      ),
    );
  if (!row) throw noFile(id);
  const { messageId, sourceId, title, edits } = row;
  const all = await readMany(agentId, [id, ...edits, ...(sourceId ? [sourceId] : [])]);
  const find = (id: string | null) => all.find((file) => file.id === id && !file.deleted);
  const file = find(id);
  if (!file) throw noFile(id);
  const { conversationId } = file;
  return {
    file,
    messageId: conversationId && messageId,
    conversation: conversationId !== null && title !== null ? { id: conversationId, title } : null,
    source: find(sourceId) ?? null,
    edits: edits.flatMap((edit) => find(edit) ?? []),
  };
}

/** Like `readView`, for images only. */
export async function readImage(agentId: string, id: string): Promise<ViewRow> {
  const view = await readView(agentId, id);
  if (!view.file.mediaType.startsWith("image/")) throw noFile(id);
  return view;
}

/** Removes the fields that clients must not get. */
export const viewToClient = ({ file, source, edits, ...view }: ViewRow) => ({
  file: toClient(file),
  ...view,
  source: source && toClient(source),
  edits: edits.map(toClient),
});
