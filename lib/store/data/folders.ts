import { and, asc, eq, isNull, sql as raw } from "drizzle-orm";
import { filePassages, files, watchedFolders } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { WatchedFolder } from "@/lib/shared/folders/folders";
import { requireProject } from "@/lib/store/agents/projects";
import { publish } from "@/lib/store/bus";
import { db, sql, toIso } from "@/lib/store/db";
import { limitedOrigins } from "@/lib/store/origins";
import type { NewFile } from "./files";

export type Folder = { id: string; agentId: string; projectId: string; path: string };

const at = (agentId: string, id: string) =>
  and(eq(watchedFolders.agentId, agentId), eq(watchedFolders.id, id));
const isOf = (folderId: string) => and(eq(files.folderId, folderId), isNull(files.deletedAt));

export async function listFolders(agentId: string, projectId: string): Promise<WatchedFolder[]> {
  const { id, path, readAt, problem } = watchedFolders;
  const count = db().$count(files, and(eq(files.folderId, id), isNull(files.deletedAt)));
  const rows = await db()
    .select({ id, path, readAt, problem, files: count })
    .from(watchedFolders)
    .where(and(eq(watchedFolders.agentId, agentId), eq(watchedFolders.projectId, projectId)))
    .orderBy(asc(path));
  return rows.map((row) => ({ ...row, readAt: toIso(row.readAt) }));
}

/** Lists the folders of all agents, the least recently read first. */
export async function allFolders(): Promise<Folder[]> {
  const { id, agentId, projectId, path, readAt } = watchedFolders;
  return db()
    .select({ id, agentId, projectId, path })
    .from(watchedFolders)
    .orderBy(raw`${readAt} nulls first`, asc(id));
}

/** Returns the id of the folder, also if the project has it already. */
export async function addFolder(agentId: string, projectId: string, path: string): Promise<string> {
  await requireProject(agentId, projectId);
  const [row] = await db()
    .insert(watchedFolders)
    .values({ agentId, projectId, path })
    .onConflictDoUpdate({
      target: [watchedFolders.agentId, watchedFolders.projectId, watchedFolders.path],
      set: { path },
    })
    .returning({ id: watchedFolders.id });
  if (!row) throw new Error("The folder was not stored");
  return row.id;
}

/** Stops watching. The files stay in the project, or are deleted. */
export async function removeFolder(
  agentId: string,
  id: string,
  { keepsFiles }: { keepsFiles: boolean },
): Promise<void> {
  await sql().begin(async (tx) => {
    const gone = await db(tx)
      .delete(watchedFolders)
      .where(at(agentId, id))
      .returning({ id: watchedFolders.id });
    if (gone.length === 0) throw new AppError("not_found", `There is no watched folder ${id}.`);
    await db(tx)
      .update(files)
      .set({
        ...{ folderId: null, folderPath: null, folderStamp: null },
        ...(!keepsFiles && { deletedAt: raw`now()` }),
      })
      .where(isOf(id));
  });
  publish({ type: "file", agent: agentId, id });
}

/** Records the end of a round. `isWhole`: all files were read. */
export async function noteRead(id: string, problem: string | null, isWhole: boolean): Promise<void> {
  await db()
    .update(watchedFolders)
    .set({ problem, ...(isWhole && { readAt: raw`now()` }) })
    .where(eq(watchedFolders.id, id));
}

/** `isDeleted`: the user has deleted the file, so it stays deleted although the folder has it. */
export type Known = { id: string; stamp: string | null; hash: string; isDeleted: boolean };

/** Returns the files of a folder by their paths in it. */
export async function filesOfFolder(folderId: string): Promise<Map<string, Known>> {
  const { id, folderPath: path, folderStamp: stamp, hash } = files;
  const isDeleted = raw<boolean>`${files.deletedAt} is not null`;
  const rows = await db()
    .select({ id, path, stamp, hash, isDeleted })
    .from(files)
    .where(eq(files.folderId, folderId))
    .orderBy(raw`${files.deletedAt} nulls last`);
  return new Map(rows.map(({ path, ...row }) => [path ?? "", row]));
}

/** Deletes a file that is no longer in its folder. */
export async function dropFolderFile({ id: folderId, agentId }: Folder, id: string): Promise<void> {
  await db()
    .update(files)
    .set({
      folderId: null,
      folderPath: null,
      folderStamp: null,
      deletedAt: raw`coalesce(${files.deletedAt}, now())`,
    })
    .where(and(eq(files.agentId, agentId), eq(files.id, id), eq(files.folderId, folderId)));
  publish({ type: "file", agent: agentId, id });
}

/** The text of the new bytes is read again. */
const UNREAD = { textState: "waiting", textFacts: null, textAttempts: 0, textModel: null } as const;

type Bytes = Pick<NewFile, "hash" | "size" | "name" | "mediaType" | "width" | "height">;
type Place = { path: string; stamp: string; origins: readonly string[] };

/**
 * Stores a file of a folder, or its new bytes under the same id. Does nothing if the folder is no longer watched, or if
 * another server has stored the file.
 */
export async function putFolderFile(
  { id: folderId, agentId, projectId }: Folder,
  known: Known | undefined,
  bytes: Bytes,
  { path, stamp, origins }: Place,
): Promise<void> {
  const id = await sql().begin(async (tx) => {
    const [folder] = await db(tx)
      .select({ id: watchedFolders.id })
      .from(watchedFolders)
      .where(at(agentId, folderId))
      .for("share");
    if (!folder) return;
    if (known) {
      const isSame = known.hash === bytes.hash;
      await db(tx)
        .update(files)
        .set({ folderStamp: stamp, ...(!isSame && { ...bytes, reading: null, ...UNREAD }) })
        .where(and(eq(files.agentId, agentId), eq(files.id, known.id), isOf(folderId)));
      if (isSame) return;
      await db(tx)
        .delete(filePassages)
        .where(and(eq(filePassages.agentId, agentId), eq(filePassages.fileId, known.id)));
      return known.id;
    }
    const [row] = await db(tx)
      .insert(files)
      .values({
        ...{ ...bytes, agentId, projectId, folderId, folderPath: path, folderStamp: stamp },
        ...{ origin: "upload", origins: limitedOrigins(origins), keptAt: raw`now()` },
      })
      .onConflictDoNothing()
      .returning({ id: files.id });
    return row?.id;
  });
  if (id) publish({ type: "file", agent: agentId, id });
}
