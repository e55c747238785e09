import { changedAt } from "@/lib/data/sqlite/changed-at";
import { schema, size } from "@/lib/data/sqlite/index";
import type { SqlTable } from "@/lib/data/sqlite/types";
import { MANAGED } from "@/lib/shared/data/documents";
import { isAppError } from "@/lib/shared/errors";
import { IMAGES } from "@/lib/shared/file-address";
import type { EntryKind, FileEntries, FileEntry } from "@/lib/shared/file-entries";
import { listChangedCollections } from "@/lib/store/data/documents";
import { countFiles, listNewest, noCursor, toClient, wordsOf } from "@/lib/store/data/files";

const PAGE = 50;

/** Order of entries with the same time. */
const RANKS = ["table", "collection", "file"] as const;
type Rank = (typeof RANKS)[number];

/** `key` is the name of a table or collection, or the id of a file. */
type Position = { micros: bigint; rank: Rank; key: string };
type Placed = { at: Position; entry: FileEntry };

type Wanted = {
  kind?: EntryKind;
  /** Words that must all occur in the name, or in the description or prompt of an image. */
  q?: string;
  cursor?: string;
  limit?: number;
};

/**
 * Returns a page of the agent's files, tables and collections, last changed first. SQLite records no time for single
 * tables, so all tables have the time of the last change of the database.
 */
export async function listEntries(
  agentId: string,
  { kind, q, cursor, limit = PAGE }: Wanted = {},
): Promise<FileEntries> {
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  const isFirst = after === undefined;
  const reads = (one: EntryKind) => isFirst || kind === undefined || kind === one;
  const [{ tables, problem }, collections, files, counts, space] = await Promise.all([
    reads("table") ? readTables(agentId, q) : { tables: [], problem: undefined },
    reads("collection") ? readCollections(agentId, q) : [],
    readFiles(agentId, { kind, q, after, limit: limit + 1 }),
    isFirst ? countFiles(agentId, q) : undefined,
    isFirst && kind === "table" ? size(agentId).catch(() => undefined) : undefined,
  ]);
  const named = [...tables, ...collections].filter(
    ({ at, entry }) => (kind === undefined || entry.kind === kind) && (isFirst || compare(after, at) < 0),
  );
  const found = [...named, ...files].sort((a, b) => compare(a.at, b.at));
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map(({ entry }) => entry),
    ...(found.length > limit && last && { nextCursor: formatCursor(last.at) }),
    ...(counts && { counts: { ...counts, table: tables.length, collection: collections.length } }),
    ...(space && { space }),
    ...(problem !== undefined && { problem }),
  };
}

async function readTables(
  agentId: string,
  q?: string,
): Promise<{ tables: Placed[]; problem: string | undefined }> {
  try {
    const tables = await schema(agentId);
    const micros = BigInt(changedAt(agentId) ?? 0) * 1_000n;
    const placed = tables.filter(({ name }) => isFound(name, q)).map((table) => placeTable(table, micros));
    return { tables: placed, problem: undefined };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { tables: [], problem: error.message };
  }
}

const placeTable = ({ name, type, row_count: rows, web }: SqlTable, micros: bigint): Placed => ({
  at: { micros, rank: "table", key: name },
  entry: { kind: "table", name, type, rows, origins: web?.origins ?? [] },
});

/** Returns the collections that belong to no other page. */
async function readCollections(agentId: string, q?: string): Promise<Placed[]> {
  const all = await listChangedCollections(agentId);
  return all
    .filter(({ name }) => !isElsewhere(name) && isFound(name === PROFILE ? `${name} profile` : name, q))
    .map(({ name, documents, origins, micros }) => ({
      at: { micros: BigInt(micros), rank: "collection", key: name },
      entry: {
        ...{ kind: "collection", name, documents, origins },
        changedAt: new Date(Number(micros) / 1_000).toISOString(),
      },
    }));
}

const PROFILE = "master";

/** Contacts, events and jobs have their own page. */
const isElsewhere = (name: string): boolean =>
  name !== PROFILE && MANAGED.some((managed) => managed === name);

type FilesWanted = Pick<Wanted, "kind" | "q"> & { after: Position | undefined; limit: number };

async function readFiles(agentId: string, { kind, q, after, limit }: FilesWanted): Promise<Placed[]> {
  if (kind === "table" || kind === "collection") return [];
  const rows = await listNewest(agentId, { type: kind, q }, { after: after && fileAfter(after), limit });
  return rows.map(({ file, micros, conversation }) => ({
    at: { micros: BigInt(micros), rank: "file", key: file.id },
    entry: {
      kind: IMAGES.has(file.mediaType) ? "image" : "document",
      file: toClient(file),
      conversation,
    },
  }));
}

const fileAfter = ({ micros, rank, key }: Position) => ({
  micros: String(micros),
  ...(rank === "file" && { id: key }),
});

function isFound(name: string, q?: string): boolean {
  const searched = name.toLowerCase();
  return wordsOf(q).every((word) => searched.includes(word));
}

/** Files of the same time come in descending order of their ids, as Postgres sorts them. */
function compare(a: Position, b: Position): number {
  if (a.micros !== b.micros) return a.micros > b.micros ? -1 : 1;
  if (a.rank !== b.rank) return RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank);
  if (a.key === b.key) return 0;
  return a.key < b.key === (a.rank === "file") ? 1 : -1;
}

const CURSOR = /^(?<micros>\d{1,16})_(?<rank>table|collection|file)_(?<key>.*)$/s;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const formatCursor = ({ micros, rank, key }: Position): string => `${micros}_${rank}_${key}`;

function parseCursor(cursor: string): Position {
  const { micros, rank, key } = CURSOR.exec(cursor)?.groups ?? {};
  const found = RANKS.find((one) => one === rank);
  if (micros === undefined || key === undefined || !found) throw noCursor();
  if (found === "file" && !UUID.test(key)) throw noCursor();
  return { micros: BigInt(micros), rank: found, key };
}
