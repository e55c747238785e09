import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { type FileHandle, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { backup as copyPages, DatabaseSync } from "node:sqlite";
import type { ISql } from "postgres";
import { env } from "../../ground/base/env.ts";
import { keyFile, secretKey } from "../../ground/base/secret.ts";
import { AppError } from "../../shared/errors.ts";
import { connect } from "../connection.ts";
import { knownMigrations, lastMigration } from "../migrate.ts";
import { TABLES } from "../tables.ts";
import { type ArchiveWriter, refuseOther, removeStale, writeArchive } from "./archive.ts";
import { explainFile, foldersOf, KEY } from "./folders.ts";
import type { Manifest } from "./manifest.ts";
import { copyOut, inPublic } from "./tables.ts";

/**
 * Approximate size of an entry. Tables are split into entries, because tar needs the size of an entry before
 * its content.
 */
const PIECE_BYTES = 4_000_000;
/** Number of pages that SQLite copies in one step: all. A write between two steps would restart the copy. */
const ALL_PAGES = 2 ** 31 - 1;
const BUSY_MS = 30_000;

export type DataLocation = { url: string; dataDir: string };
export type Summary = Pick<Manifest, "tables" | "enterAgain"> & { databases: number; files: number };

/**
 * Writes the workspace to `path` while servers run. Rows are from one snapshot. The agents' databases and
 * files are read right after it, each of them consistent in itself.
 */
export async function backUp(
  path: string,
  place: DataLocation,
  { withSecrets = false } = {},
): Promise<Summary> {
  await refuseOther(path).catch((error) => {
    throw explainFile(error, path);
  });
  // Ignore errors: a folder that cannot be listed may still be writable.
  await removeStale(path).catch(() => {});
  const sql = connect(place.url, { max: 1, max_lifetime: null });
  const archive = writeArchive(path);
  try {
    const summary = await sql.begin("isolation level repeatable read read only", async (tx) => {
      await plainSession(tx);
      const migration = await migrationOf(tx);
      const tables = await addTables(tx, archive, withSecrets);
      const databases = await addDatabases(archive, place.dataDir, `${path}.partial.sqlite`);
      const files = await addFiles(archive, place.dataDir);
      const enterAgain = withSecrets ? [] : await listSecrets(tx);
      const secrets = withSecrets ? await addSecrets(archive, place.dataDir) : null;
      await archive.finish({ createdAt: new Date().toISOString(), migration, tables, secrets, enterAgain });
      return { tables, enterAgain, databases, files };
    });
    return summary;
  } catch (error) {
    await archive.abandon();
    throw explainFile(error, path);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Fixes settings so that the copied text is the same on every server. */
export async function plainSession(tx: ISql): Promise<void> {
  await tx.unsafe(
    "set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';" +
      "set local statement_timeout = 0; set local lock_timeout = 0; set local search_path = public",
  );
}

async function migrationOf(tx: ISql): Promise<Manifest["migration"]> {
  const at = await lastMigration(tx);
  const found = knownMigrations().find(({ folderMillis }) => folderMillis === at);
  const newest = knownMigrations().at(-1)?.folderMillis;
  if (at === 0)
    throw new AppError(
      "conflict",
      "There is no workspace to back up: Easel was never started on this database. Check EASEL_DATA_DIR and DATABASE_URL.",
    );
  if (!found || at !== newest) {
    throw new AppError(
      "conflict",
      at > (newest ?? 0)
        ? "The database was written by a newer Easel. Update this one, then back up again."
        : "The database was written by another version of Easel. Start this version once, or back up with that version.",
    );
  }
  return { hash: found.hash, at };
}

type Table = { name: string; columns: string[] };

async function addTables(
  tx: ISql,
  archive: ArchiveWriter,
  withSecrets: boolean,
): Promise<Manifest["tables"]> {
  const tables: Manifest["tables"] = [];
  for (const { name, columns } of await tablesInOrder(tx)) {
    const rule = TABLES[name]?.backup;
    if (!rule || (!withSecrets && typeof rule === "object" && "without" in rule)) continue;
    tables.push({
      name,
      columns,
      rows: await addTable(tx, archive, name, copyOut(name, columns, withSecrets)),
    });
  }
  return tables;
}

async function addTable(tx: ISql, archive: ArchiveWriter, name: string, statement: string): Promise<number> {
  let [piece, bytes, pieces, rows]: [Buffer[], number, number, number] = [[], 0, 0, 0];
  const flush = async () => {
    if (bytes === 0) return;
    await archive.add(`tables/${name}/${++pieces}`, bytes, piece);
    [piece, bytes] = [[], 0];
  };
  for await (const chunk of await tx.unsafe(statement).readable()) {
    piece.push(Buffer.from(chunk));
    bytes += chunk.byteLength;
    rows += linesOf(chunk);
    if (bytes >= PIECE_BYTES) await flush();
  }
  await flush();
  return rows;
}

/** Counts rows: each row is one line, because newlines in values are escaped in this format. */
function linesOf(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

/** Returns the tables with their non-generated columns, referenced tables first. */
export async function tablesInOrder(tx: ISql): Promise<Table[]> {
  const rows = await tx<{ name: string; columns: string[]; needs: string[] }[]>`
    select c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(distinct f.relname), '[]') from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`;
  const waiting = new Map(
    rows.filter(({ name }) => Object.hasOwn(TABLES, name)).map((row) => [row.name, row]),
  );
  const ordered: Table[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ needs }) => !needs.some((need) => waiting.has(need)));
    if (ready.length === 0) throw new Error(`Tables name each other: ${[...waiting.keys()].join(", ")}`);
    for (const { name, columns } of ready) {
      waiting.delete(name);
      ordered.push({ name, columns });
    }
  }
  return ordered;
}

/** Lists what the user must enter again if the encryption key or the sessions are lost, one line each. */
export async function listSecrets(tx: ISql): Promise<string[]> {
  const found: string[] = [];
  for (const [table, { backup: rule }] of Object.entries(TABLES)) {
    if (typeof rule !== "object" || !rule.enterAgain) continue;
    const rows = await tx.unsafe(rule.enterAgain.replace("TABLE", inPublic(table)));
    found.push(...rows.map(({ what }) => String(what)));
  }
  return found;
}

/**
 * Copies only the pages of the agents' databases. It never runs statements of a database, which its agent has
 * written.
 */
async function addDatabases(archive: ArchiveWriter, dataDir: string, temporary: string): Promise<number> {
  const { databases } = foldersOf(dataDir);
  let count = 0;
  for (const agent of await list(databases)) {
    const path = join(databases, agent, "data.sqlite");
    if (!existsSync(path)) continue;
    try {
      await rm(temporary, { force: true });
      const source = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
      try {
        await copyPages(source, temporary, { rate: ALL_PAGES });
      } finally {
        source.close();
      }
      await addFile(archive, `databases/${agent}/data.sqlite`, await open(temporary));
      count++;
    } catch (error) {
      throw isSqlite(error) ? unreadable(path, error) : error;
    } finally {
      await rm(temporary, { force: true });
    }
  }
  return count;
}

async function addFiles(archive: ArchiveWriter, dataDir: string): Promise<number> {
  const { files } = foldersOf(dataDir);
  let count = 0;
  for (const folder of (await list(files)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const hash of (await list(join(files, folder))).filter((name) => /^[0-9a-f]{64}$/.test(name))) {
      // Skip the file if the sweep has deleted it because no row refers to it any more.
      const file = await open(join(files, folder, hash)).catch(orNull);
      if (!file) continue;
      await addFile(archive, `files/${hash}`, file);
      count++;
    }
  }
  return count;
}

async function addFile(archive: ArchiveWriter, name: string, file: FileHandle): Promise<void> {
  try {
    const { size } = await file.stat();
    await archive.add(
      name,
      size,
      size === 0 ? [] : file.createReadStream({ end: size - 1, autoClose: false }),
    );
  } finally {
    await file.close();
  }
}

async function addSecrets(archive: ArchiveWriter, dataDir: string): Promise<Manifest["secrets"]> {
  if (env().EASEL_SECRET) return { from: "environment", fingerprint: fingerprintOf(secretKey("backup")) };
  keyFile(dataDir);
  const bytes = await readFile(foldersOf(dataDir).key);
  await archive.add(KEY, bytes.byteLength, [bytes]);
  return { from: "file", fingerprint: "" };
}

/** Identifies a key without revealing it. */
export const fingerprintOf = (key: Buffer) => createHmac("sha256", key).update("backup").digest("hex");

const list = async (folder: string): Promise<string[]> => (await readdir(folder).catch(orNull)) ?? [];

function orNull(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}

const isSqlite = (error: unknown) => error instanceof Error && "errcode" in error;

const unreadable = (path: string, error: unknown) =>
  new AppError(
    "unavailable",
    `The database ${path} cannot be copied (${(error as Error).message}). Check that the disk has free space and that the database is intact, then back up again.`,
    { cause: error },
  );
