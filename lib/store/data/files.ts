import { AppError } from "@/lib/shared/errors";
import { PICTURES, urlOf } from "@/lib/shared/file-address";
import type { ReadAs, Reading, StoredFile } from "@/lib/shared/files";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import { written } from "@/lib/store/origins";
import type { FileColumns, FileInsert } from "@/lib/store/rows";

const PAGE = 50;
/** How long deleting can be undone. */
const KEPT_DAYS = 30;
/** An upload that no message names after so long was never sent. */
const UNSENT_HOURS = 24;
const AT_ONCE = 200;
const MAX_LISTED = 500;

export type NewFile = Omit<
  FileInsert,
  "id" | "agentId" | "origins" | "reading" | "importedAt" | "deletedAt" | "createdAt"
> & { origins?: readonly string[] };

/** As the statements here return it. */
type Row = Omit<
  FileColumns,
  "agentId" | "messageId" | "toolCallId" | "reading" | "importedAt" | "deletedAt"
> & {
  reading: Reading | null;
  deleted: boolean;
};

/** A row as the server needs it: where its bytes are, and what a model is given of it. */
export type FileRow = Row & Pick<StoredFile, "url" | "readAs">;

export async function add(agentId: string, file: NewFile): Promise<FileRow> {
  const { width = null, height = null, prompt = null, description = null, model = null } = file;
  const [row] = await sql()<Row[]>`
    insert into files (agent_id, hash, name, media_type, size, width, height, origin, prompt, description, model, source_id,
      conversation_id, message_id, tool_call_id, origins)
    values (${agentId}, ${file.hash}, ${file.name}, ${file.mediaType}, ${file.size}, ${width}, ${height}, ${file.origin},
      ${prompt}, ${description}, ${model}, ${file.sourceId ?? null}, ${file.conversationId ?? null},
      ${file.messageId ?? null}, ${file.toolCallId ?? null}, ${written(file.origins ?? [])})
    returning ${columns()}`;
  if (!row) throw new Error("The file was not stored");
  return toFile(row);
}

/** Whether the user has trusted a file with these bytes, or sent it before files had origins. Imported files do not count. */
export async function isTrusted(agentId: string, hash: string): Promise<boolean> {
  const [row] = await sql()`
    select from files where agent_id = ${agentId} and hash = ${hash} and origin = 'upload' and origins = '{}'
      and imported_at is null limit 1`;
  return row !== undefined;
}

/** One that is not deleted; throws when there is none. */
export async function read(agentId: string, id: string): Promise<FileRow> {
  const [file] = await readMany(agentId, [id]);
  if (!file || file.deleted) throw noFile(id);
  return file;
}

/** Those that there are, deleted ones too, in no order. */
export async function readMany(agentId: string, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return [];
  const rows = await sql()<Row[]>`
    select ${columns()} from files where agent_id = ${agentId} and id in (
      select value::uuid from json_array_elements_text(${asJson(ids)}::json))`;
  return rows.map(toFile);
}

/** What was sent or made in a conversation and is not deleted, newest first. */
export async function listIn(agentId: string, conversationId: string): Promise<FileRow[]> {
  const rows = await sql()<Row[]>`
    select ${columns()} from files
    where agent_id = ${agentId} and conversation_id = ${conversationId} and deleted_at is null
    order by created_at desc, id desc limit ${MAX_LISTED}`;
  return rows.map(toFile);
}

type Which = {
  type?: "image";
  origin?: readonly StoredFile["origin"][];
  /** Words that are all found in its name, its description or its prompt. */
  q?: string;
  cursor?: string;
  limit?: number;
};

/** Newest first. */
export async function list(
  agentId: string,
  { type, origin, q, cursor, limit = PAGE }: Which = {},
): Promise<{ files: FileRow[]; nextCursor?: string }> {
  const after = parseCursor(cursor);
  const words = q?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const rows = await sql()<(Row & { micros: string })[]>`
    select ${columns()}, (extract(epoch from created_at) * 1000000)::bigint as micros from files
    where agent_id = ${agentId} and deleted_at is null
      ${type === undefined ? sql()`` : isPicture()}
      and (${origin ? asJson(origin) : null}::json is null or origin in (
        select json_array_elements_text(${origin ? asJson(origin) : null}::json)))
      and not exists (
        select from json_array_elements_text(${asJson(words)}::json) word
        where position(word in lower(concat_ws(' ', name, description, prompt))) = 0)
      ${after === null ? sql()`` : isAfter(after)}
    order by created_at desc, id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    files: page.map(({ micros: _, ...row }) => toFile(row)),
    ...(rows.length > limit && last ? { nextCursor: `${last.micros}_${last.id}` } : {}),
  };
}

/** The first condition says it to the planner, which so knows that the index of images will do. */
const isPicture = () => sql()`
  and media_type like 'image/%' and media_type in (select json_array_elements_text(${asJson([...PICTURES])}::json))`;

const isAfter = ({ micros, id }: Cursor) => sql()`
  and (created_at, id) < (to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`;

/** Takes a file away; for 30 days it can be brought back. */
export async function remove(agentId: string, id: string): Promise<void> {
  const gone = await sql()`
    update files set deleted_at = now() where id = ${id} and agent_id = ${agentId} and deleted_at is null returning id`;
  if (gone.length === 0) throw noFile(id);
  publish({ type: "file", agent: agentId, id });
}

/** Brings a deleted file back; one that is there stays as it is. */
export async function restore(agentId: string, id: string): Promise<FileRow> {
  const [row] = await sql()<Row[]>`
    update files set deleted_at = null where id = ${id} and agent_id = ${agentId} returning ${columns()}`;
  if (!row) throw noFile(id);
  publish({ type: "file", agent: agentId, id });
  return toFile(row);
}

/** Says in which message files were sent. The first one counts. */
export async function sentIn(
  where: { agentId: string; conversationId: string; messageId: string },
  ids: readonly string[],
): Promise<void> {
  await sql()`
    update files set conversation_id = ${where.conversationId}, message_id = ${where.messageId}
    where agent_id = ${where.agentId} and conversation_id is null
      and id in (select value::uuid from json_array_elements_text(${asJson(ids)}::json))`;
}

/**
 * What a model is given of a file: made by `make` once, however many ask at once and on however many servers. The row is
 * held meanwhile, so a server that dies in the middle leaves it as it was.
 */
export async function readOnce(
  file: FileRow,
  agentId: string,
  make: () => Promise<Reading>,
): Promise<Reading> {
  const made = await sql().begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`easel file ${agentId} ${file.id}`}, 0))`;
    const [row] = await tx<
      Pick<Row, "reading">[]
    >`select reading from files where agent_id = ${agentId} and id = ${file.id}`;
    if (row?.reading) return row.reading;
    const reading = await make();
    await tx`update files set reading = ${asJson(reading)}::json where agent_id = ${agentId} and id = ${file.id}`;
    return reading;
  });
  publish({ type: "file", agent: agentId, id: file.id });
  return made;
}

/** Replaces the text of a file that models are given. `make` gets the present text. */
export async function replaceReading(
  file: FileRow,
  agentId: string,
  make: (before: Reading | null) => Promise<Reading>,
): Promise<void> {
  await sql().begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`easel file ${agentId} ${file.id}`}, 0))`;
    const [row] = await tx<
      Pick<Row, "reading">[]
    >`select reading from files where agent_id = ${agentId} and id = ${file.id}`;
    const reading = await make(row?.reading ?? null);
    await tx`update files set reading = ${asJson(reading)}::json where agent_id = ${agentId} and id = ${file.id}`;
  });
  publish({ type: "file", agent: agentId, id: file.id });
}

/**
 * Forgets files that were deleted long ago, and uploads of yesterday that no message names. Their bytes go when the
 * folder is swept.
 */
export async function forgetOld(): Promise<void> {
  await sql()`
    delete from files where (agent_id, id) in (
      select agent_id, id from files where deleted_at < now() - ${KEPT_DAYS} * interval '1 day' limit ${AT_ONCE})`;
  const unsent = await sql()<Pick<FileColumns, "id" | "agentId">[]>`
    select id, agent_id as "agentId" from files where origin = 'upload' and conversation_id is null and imported_at is null
      and created_at < now() - ${UNSENT_HOURS} * interval '1 hour' limit ${AT_ONCE}`;
  if (unsent.length === 0) return;
  // A conversation that is gone for good lets its files go, but another one may name them, and so may a form that is not sent yet.
  await sql()`
    with unsent as (select id, agent_id from json_to_recordset(${asJson(unsent.map(({ id, agentId }) => ({ id, agent_id: agentId })))}::json)
      as given(id uuid, agent_id uuid)),
    named as (
      select distinct m.agent_id, (part->>'url') as url from messages m, json_array_elements(m.parts) part
      where m.role = 'user' and m.agent_id in (select agent_id from unsent)
        and m.parts::text like '%"/api/files/%' and part->>'type' = 'file'
      union
      select distinct s.agent_id, found[1] from sheets s, regexp_matches(s.entries::text, '"(/api/files/[0-9a-f-]{36})"', 'g') found
      where s.entries::text like '%"/api/files/%' and s.agent_id in (select agent_id from unsent))
    delete from files where (agent_id, id) in (
        select agent_id, id from unsent where (agent_id, '/api/files/' || id) not in (select agent_id, url from named))
      and conversation_id is null`;
}

/** Those of `hashes` that a row names. */
export async function named(hashes: readonly string[]): Promise<Set<string>> {
  const rows = await sql()<Pick<Row, "hash">[]>`
    select distinct hash from files where hash in (select json_array_elements_text(${asJson(hashes)}::json))
    union
    select content->>'hash' from revisions where kind = 'database'
      and content->>'hash' in (select json_array_elements_text(${asJson(hashes)}::json))`;
  return new Set(rows.map(({ hash }) => hash));
}

/** What is sent to a client. */
export function toClient({ hash: _, reading: __, deleted: ___, origins, ...file }: FileRow): StoredFile {
  return { ...file, ...(origins.length > 0 && { webOrigins: origins }) };
}

export const noFile = (id: string) =>
  new AppError("not_found", `There is no file ${id.slice(0, 100)}, or it was deleted. Attach it again.`);

const columns = () => sql()`
  id, hash, name, media_type as "mediaType", size::float8 as size, width, height, origin, prompt, description, model,
  source_id as "sourceId", conversation_id as "conversationId", reading, deleted_at is not null as deleted,
  to_json(origins) as origins,
  created_at as "createdAt"`;

const toFile = (row: Row): FileRow => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
  url: urlOf(row.id),
  readAs: row.reading && toReadAs(row.reading),
});

function toReadAs(reading: Reading): ReadAs {
  if (reading.kind === "text") return { kind: "text", characters: reading.text.length };
  if (reading.kind === "failed") return { kind: "failed", reason: reading.reason };
  const { kind, table, rows, of, readings } = reading;
  return { kind, table, rows, of, ...(readings?.length && { readings }) };
}

const CURSOR = /^(?<micros>\d{1,16})_(?<id>[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

type Cursor = { micros: string; id: string };

function parseCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const { micros, id } = CURSOR.exec(cursor)?.groups ?? {};
  if (micros !== undefined && id !== undefined) return { micros, id };
  throw new AppError("invalid", "The cursor is not one that a list gave. Leave it out to begin at the top.");
}
