import { and, desc, eq, isNull, sql as raw } from "drizzle-orm";
import { conversations, files } from "@/drizzle/schema";
import { viewer } from "@/lib/ground/base/acting";
import { AppError } from "@/lib/shared/errors";
import { IMAGES, urlOf } from "@/lib/shared/file-address";
import type { FileText, ReadAs, Reading, StoredFile } from "@/lib/shared/files";
import { isFileOf, requireProject } from "@/lib/store/agents/projects";
import { publish } from "@/lib/store/bus";
import { asJson, db } from "@/lib/store/db";
import { isOfVisible } from "@/lib/store/members/visible";
import { limitedOrigins } from "@/lib/store/origins";
import type { FileColumns, FileInsert } from "@/lib/store/rows";

const PAGE = 50;
const MAX_LISTED = 500;

export type NewFile = Omit<
  FileInsert,
  | ("id" | "agentId" | "origins" | "reading" | "keptAt" | "deletedAt" | "createdAt")
  | ("textState" | "textFacts" | "textAttempts" | "textClaimedAt" | "textModel")
> & {
  origins?: readonly string[];
  /** True if the file is kept although no message refers to it. */
  isKept?: boolean;
};

export const storedReading = raw<Reading | null>`${files.reading}`;

const columns = {
  ...{ id: files.id, hash: files.hash, name: files.name, mediaType: files.mediaType, size: files.size },
  ...{ width: files.width, height: files.height, origin: files.origin, prompt: files.prompt },
  ...{ description: files.description, model: files.model, sourceId: files.sourceId },
  conversationId: files.conversationId,
  reading: storedReading,
  ...{ textState: files.textState, textFacts: files.textFacts },
  deleted: raw<boolean>`${files.deletedAt} is not null`,
  origins: files.origins,
  createdAt: files.createdAt,
};

/** Condition of the files in lists. */
const isListed = (agentId: string) =>
  and(eq(files.agentId, agentId), isNull(files.deletedAt), isVisibleFile());

/**
 * A file without a conversation is visible. An export of a deleted conversation is not, because its readers are unknown.
 */
const isVisibleFile = () =>
  and(
    isOfVisible(files.conversationId),
    viewer() === null
      ? undefined
      : raw`(${files.conversationId} is not null or coalesce(${files.exportOf}->>'kind', 'component') = 'component')`,
  );

type Row = Pick<FileColumns, Exclude<keyof typeof columns, "reading" | "deleted">> & {
  reading: Reading | null;
  deleted: boolean;
};

/** A file with the hash of its bytes and its reading, neither of which clients may get. */
export type FileRow = Omit<Row, "textState" | "textFacts"> &
  Pick<StoredFile, "url" | "readAs"> & { text: FileText };

export async function add(
  agentId: string,
  { origins = [], isKept = false, ...file }: NewFile,
): Promise<FileRow> {
  const [row] = await db()
    .insert(files)
    .values({
      ...{ ...file, agentId, origins: limitedOrigins(origins), ...(isKept && { keptAt: raw`now()` }) },
      // The text of an export is that of its source, which can be searched itself.
      ...(file.origin === "export" && { textState: "none" }),
    })
    .returning(columns);
  if (!row) throw new Error("The file was not stored");
  publish({ type: "file", agent: agentId, id: row.id });
  return toFile(row);
}

/**
 * Returns whether the user has trusted a file with these bytes, or uploaded it before files had origins.
 * Ignores files that no message sent, because an agent file may have brought them.
 */
export async function isTrusted(agentId: string, hash: string): Promise<boolean> {
  const [row] = await db()
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        ...[eq(files.agentId, agentId), eq(files.hash, hash), eq(files.origin, "upload")],
        ...[raw`${files.origins} = '{}'`, isNull(files.keptAt)],
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Returns a file. Throws `not_found`, also if it is deleted. */
export async function read(agentId: string, id: string): Promise<FileRow> {
  const [file] = await readMany(agentId, [id]);
  if (!file || file.deleted) throw noFile(id);
  return file;
}

/** Returns the existing files, deleted ones included, unordered. */
export async function readMany(agentId: string, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .select(columns)
    .from(files)
    .where(and(eq(files.agentId, agentId), isAmong(ids), isVisibleFile()));
  return rows.map(toFile);
}

const isAmong = (ids: readonly string[]) =>
  raw`${files.id} in (select value::uuid from json_array_elements_text(${asJson(ids)}::json))`;

export async function listIn(agentId: string, conversationId: string): Promise<FileRow[]> {
  const rows = await db()
    .select(columns)
    .from(files)
    .where(and(isListed(agentId), eq(files.conversationId, conversationId), raw`${files.origin} <> 'export'`))
    .orderBy(desc(files.createdAt), desc(files.id))
    .limit(MAX_LISTED);
  return rows.map(toFile);
}

type Which = {
  type?: "image" | "document";
  /** Without it, all except pictures of points and exports. */
  origin?: readonly StoredFile["origin"][];
  projectId?: string;
  /** Words that must all occur in the name, description or prompt. */
  q?: string;
};

export async function list(
  agentId: string,
  { cursor, limit = PAGE, ...which }: Which & { cursor?: string; limit?: number } = {},
): Promise<{ files: FileRow[]; nextCursor?: string }> {
  const after = parseCursor(cursor);
  const rows = await listNewest(agentId, which, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    files: page.map(({ file }) => file),
    ...(rows.length > limit && last ? { nextCursor: `${last.micros}_${last.file.id}` } : {}),
  };
}

type ListedFile = {
  file: FileRow;
  /** Creation time in microseconds. */
  micros: string;
  conversation: { id: string; title: string } | null;
};

/** Returns files with the conversations that they are from, newest first. */
export async function listNewest(
  agentId: string,
  which: Which,
  { after, limit }: { after?: Position; limit: number },
): Promise<ListedFile[]> {
  const rows = await db()
    .select({
      ...columns,
      micros: raw<string>`(extract(epoch from ${files.createdAt}) * 1000000)::bigint`,
      title: conversations.title,
    })
    .from(files)
    .leftJoin(conversations, and(eq(conversations.id, files.conversationId), isNull(conversations.deletedAt)))
    .where(and(isListed(agentId), matches(which), after && isAfter(after)))
    .orderBy(desc(files.createdAt), desc(files.id))
    .limit(limit);
  return rows.map(({ micros, title, ...row }) => ({
    file: toFile(row),
    micros,
    conversation: row.conversationId === null || title === null ? null : { id: row.conversationId, title },
  }));
}

/** Counts the files that match a search. */
export async function countFiles(agentId: string, q = ""): Promise<{ image: number; document: number }> {
  const [row] = await db()
    .select({
      all: raw<number>`count(*)::int`,
      image: raw<number>`(count(*) filter (where ${isImage()}))::int`,
    })
    .from(files)
    .where(and(isListed(agentId), matches({ q })));
  const { all = 0, image = 0 } = row ?? {};
  return { image, document: all - image };
}

const matches = ({ type, origin, projectId, q }: Which) =>
  and(
    projectId === undefined ? undefined : isFileOf(projectId),
    type && (type === "image" ? isImage() : raw`not (${isImage()})`),
    origin
      ? raw`${files.origin} in (select json_array_elements_text(${asJson(origin)}::json))`
      : // A literal, so that the planner knows that it excludes few files.
        raw`${files.origin} not in ('point', 'export')`,
    ...wordsOf(q).map((word) => raw`position(${word} in ${searched}) > 0`),
  );

const searched = raw`lower(concat_ws(' ', ${files.name}, ${files.description}, ${files.prompt}))`;

export const wordsOf = (q = ""): string[] => q.toLowerCase().split(/\s+/).filter(Boolean);

/** Repeats a condition that the planner needs to use the partial index of images. */
const isImage = () =>
  raw`(${files.mediaType} like 'image/%'
    and ${files.mediaType} in (select json_array_elements_text(${asJson([...IMAGES])}::json)))`;

/** Position of a file in a list. Without an id, all files of that time come after it. */
type Position = { micros: string; id?: string };

const isAfter = ({ micros, id }: Position) =>
  id === undefined
    ? raw`${files.createdAt} <= ${timeOf(micros)}`
    : raw`(${files.createdAt}, ${files.id}) < (${timeOf(micros)}, ${id}::uuid)`;

const timeOf = (micros: string) => raw`to_timestamp(0) + ${micros}::bigint * interval '1 microsecond'`;

/** Soft-deletes a file. It can be restored for 30 days. */
export async function remove(agentId: string, id: string): Promise<void> {
  const gone = await db()
    .update(files)
    .set({ deletedAt: raw`now()` })
    .where(and(isFile(agentId, id), isNull(files.deletedAt)))
    .returning({ id: files.id });
  if (gone.length === 0) throw noFile(id);
  publish({ type: "file", agent: agentId, id });
}

/** Restores a file; no effect if it is not deleted. */
export async function restore(agentId: string, id: string): Promise<FileRow> {
  const [row] = await db()
    .update(files)
    .set({ deletedAt: null })
    .where(isFile(agentId, id))
    .returning(columns);
  if (!row) throw noFile(id);
  publish({ type: "file", agent: agentId, id });
  return toFile(row);
}

/** Puts a file into a project; null takes it out. */
export async function moveFile(agentId: string, id: string, projectId: string | null): Promise<FileRow> {
  if (projectId) await requireProject(agentId, projectId);
  const [row] = await db()
    .update(files)
    .set({
      projectId,
      keptAt: raw`coalesce(${files.keptAt}, case when ${projectId !== null} then now() end)`,
    })
    .where(and(isFile(agentId, id), isNull(files.deletedAt)))
    .returning(columns);
  if (!row) throw noFile(id);
  publish({ type: "file", agent: agentId, id });
  return toFile(row);
}

export const isFile = (agentId: string, id: string) =>
  and(eq(files.id, id), eq(files.agentId, agentId), isVisibleFile());

/** Records the message in which files were sent. Only the first message counts. */
export async function sentIn(
  where: { agentId: string; conversationId: string; messageId: string },
  ids: readonly string[],
): Promise<void> {
  await db()
    .update(files)
    .set({ conversationId: where.conversationId, messageId: where.messageId })
    .where(and(eq(files.agentId, where.agentId), isNull(files.conversationId), isAmong(ids)));
}

/** Removes the fields that clients must not get. */
export function toClient({ hash: _, reading: __, deleted: ___, origins, ...file }: FileRow): StoredFile {
  return { ...file, ...(origins.length > 0 && { webOrigins: origins }) };
}

export const noFile = (id: string) =>
  new AppError("not_found", `There is no file ${id.slice(0, 100)}, or it was deleted. Attach it again.`);

export const noCursor = () =>
  new AppError("invalid", "The cursor was not returned by a list. Omit it to start at the beginning.");

const toFile = ({ textState, textFacts, ...row }: Row): FileRow => ({
  ...row,
  text: { state: textState, ...textFacts },
  createdAt: new Date(row.createdAt).toISOString(),
  url: urlOf(row.id),
  readAs: row.reading && toReadAs(row.reading),
});

function toReadAs(reading: Reading): ReadAs {
  if (reading.kind === "text") return { kind: "text", characters: reading.text.length };
  if (reading.kind === "passages") return { kind: "text", characters: reading.characters };
  if (reading.kind === "failed") return { kind: "failed", reason: reading.reason };
  const { kind, table, rows, of, readings } = reading;
  return { kind, table, rows, of, ...(readings?.length && { readings }) };
}

const CURSOR = /^(?<micros>\d{1,16})_(?<id>[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function parseCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const { micros, id } = CURSOR.exec(cursor)?.groups ?? {};
  if (micros !== undefined && id !== undefined) return { micros, id };
  throw noCursor();
}
