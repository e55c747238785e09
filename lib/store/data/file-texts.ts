import { and, asc, eq, gte, sql as raw } from "drizzle-orm";
import { filePassages, files } from "@/drizzle/schema";
import type { FilePassage, TextFacts, TextState } from "@/lib/shared/files";
import { sourceOf } from "@/lib/store/agents/rehearsals";
import { publish } from "@/lib/store/bus";
import { db, sql } from "@/lib/store/db";
import { addPassages, claimNextText, copyPassages } from "@/lib/store/hot/file-texts";
import { type FileRow, isFile, readMany } from "./files";

/** A passage with its words for the search. */
export type NewPassage = FilePassage & { words: string };

export type TextResult = { state: Exclude<TextState, "waiting">; facts: TextFacts };

/** Rows that one statement inserts. */
const BATCH = 500;

/** Claims the newest file whose text was not read yet, of any agent. Returns null if no file waits. */
export async function claimText(): Promise<{ file: FileRow; agentId: string; attempts: number } | null> {
  const claimed = await claimNextText();
  if (!claimed) return null;
  const [file] = await readMany(claimed.agentId, [claimed.id]);
  return file && !file.deleted ? { file, agentId: claimed.agentId, attempts: claimed.attempts } : null;
}

/**
 * Replaces the text of a file. Returns false if the file was deleted or already read by
 * another server.
 */
export async function writeText(
  { id }: Pick<FileRow, "id">,
  agentId: string,
  passages: readonly NewPassage[],
  { state, facts }: TextResult,
  { isAgain = false } = {},
): Promise<boolean> {
  const isWritten = await sql().begin(async (tx) => {
    const found = await db(tx)
      .update(files)
      .set({ textState: state, textFacts: facts, textClaimedAt: null, textModel: null })
      .where(
        and(
          ...[eq(files.agentId, agentId), eq(files.id, id), raw`${files.deletedAt} is null`],
          ...(isAgain ? [] : [eq(files.textState, "waiting")]),
        ),
      )
      .returning({ id: files.id });
    if (found.length === 0) return false;
    await db(tx)
      .delete(filePassages)
      .where(and(eq(filePassages.agentId, agentId), eq(filePassages.fileId, id)));
    for (let at = 0; at < passages.length; at += BATCH)
      await addPassages(tx, agentId, id, passages.slice(at, at + BATCH));
    return true;
  });
  if (isWritten) publish({ type: "file", agent: agentId, id });
  return isWritten;
}

/** Copies the text of another file of the agent with the same bytes. Returns false without such a file. */
export async function copyText(
  { id, hash }: Pick<FileRow, "id" | "hash">,
  agentId: string,
): Promise<boolean> {
  const isCopied = await copyPassages(agentId, id, hash);
  if (isCopied) publish({ type: "file", agent: agentId, id });
  return isCopied;
}

/** Queues the text of a file to be read again. */
export async function requeueText(agentId: string, id: string): Promise<void> {
  await db()
    .update(files)
    .set({ textState: "waiting", textAttempts: 0, textClaimedAt: null })
    .where(isFile(agentId, id));
  publish({ type: "file", agent: agentId, id });
}

/** The texts of the files of a rehearsal are those of its source. */
export const agentOfTexts = async (agentId: string): Promise<string> => (await sourceOf(agentId)) ?? agentId;

/** Returns passages in order, from the passage `from` on. */
export async function readPassages(
  agentId: string,
  fileId: string,
  { from = 0, limit }: { from?: number; limit: number },
): Promise<FilePassage[]> {
  const { ordinal, place, text } = filePassages;
  return db()
    .select({ ordinal, place, text })
    .from(filePassages)
    .where(
      and(
        ...[eq(filePassages.agentId, await agentOfTexts(agentId)), eq(filePassages.fileId, fileId)],
        gte(ordinal, from),
      ),
    )
    .orderBy(asc(ordinal))
    .limit(limit);
}

/** Returns the number of the first passage of a page or slide; undefined if it has no text. */
export async function passageOfPage(
  agentId: string,
  fileId: string,
  page: number,
): Promise<number | undefined> {
  const { ordinal, place } = filePassages;
  const [row] = await db()
    .select({ ordinal })
    .from(filePassages)
    .where(
      and(
        ...[eq(filePassages.agentId, await agentOfTexts(agentId)), eq(filePassages.fileId, fileId)],
        raw`coalesce(${place}->>'page', ${place}->>'slide') = ${String(page)}`,
      ),
    )
    .orderBy(asc(ordinal))
    .limit(1);
  return row?.ordinal;
}

/** Records that a sheet became a table, which the page of the file links to. */
export async function addTableOfSheet(
  agentId: string,
  id: string,
  made: { sheet: string; table: string },
): Promise<void> {
  await sql().begin(async (tx) => {
    const [row] = await db(tx)
      .select({ facts: files.textFacts })
      .from(files)
      .where(and(isFile(agentId, id), raw`${files.textState} in ('indexed', 'partly')`))
      .for("update");
    if (!row?.facts) return;
    const others = (row.facts.imported ?? []).filter(({ sheet }) => sheet !== made.sheet);
    await db(tx)
      .update(files)
      .set({ textFacts: { ...row.facts, imported: [...others, made] } })
      .where(isFile(agentId, id));
  });
  publish({ type: "file", agent: agentId, id });
}
