import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { ISql } from "postgres";
import { env } from "../../ground/base/env.ts";
import { secretKey } from "../../ground/base/secret.ts";
import { CALENDAR, hashOfToken, hookToken, tokenOf } from "../../ground/base/token.ts";
import { AppError } from "../../shared/errors.ts";
import { connect } from "../connection.ts";
import { knownMigrations, lastMigration, MIGRATION_LOCK, migrateWithin } from "../migrate.ts";
import { TABLES } from "../tables.ts";
import { checkArchive, damaged, readArchive } from "./archive.ts";
import { type DataLocation, fingerprintOf, plainSession, tablesInOrder } from "./backup.ts";
import { AGENT_DATABASE, explainFile, FILE, KEY, TABLE } from "./folders.ts";
import type { Manifest } from "./manifest.ts";
import { hasDatabases, type Staging, stage } from "./staging.ts";
import { FUNCTIONS, inPublic, quote } from "./tables.ts";

/**
 * Replaces the workspace with the backup at `path`, all or nothing. Checks every byte before changing
 * anything. Throws if a server is running, or if the workspace is not empty, unless `replace`.
 */
export async function restore(
  path: string,
  place: DataLocation,
  { replace = false } = {},
): Promise<Manifest> {
  const sql = connect(place.url, { max: 1, max_lifetime: null });
  let staging: Staging | undefined;
  try {
    const manifest = await checkBackup(path);
    await sql.begin(async (tx) => {
      await plainSession(tx);
      await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      await refuseServers(tx);
      if (!replace) await refuseFull(tx, place.dataDir);
      const password = await readPassword(tx);
      await empty(tx);
      await migrateWithin(tx, manifest.migration.at);
      staging = await stage(place.dataDir);
      await load(tx, path, manifest, staging);
      await migrateWithin(tx);
      if (password) await keepPassword(tx, password);
      await staging.swap();
      if (!manifest.secrets) await renewAddresses(tx);
    });
    await staging?.settle();
    await sql`analyze`;
    return manifest;
  } catch (error) {
    await staging?.undo();
    throw explainFile(error, path);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/**
 * Reads a whole backup. Throws an AppError if it is damaged, or if this version or this key cannot restore it.
 * With `bytes`, reads these instead of the file.
 */
export async function checkBackup(path: string, bytes?: Readable): Promise<Manifest> {
  const manifest = await checkArchive(path, bytes);
  checkVersion(path, manifest);
  checkKey(path, manifest);
  return manifest;
}

function checkVersion(path: string, { migration }: Manifest): void {
  const migrations = knownMigrations();
  if (migrations.some(({ hash, folderMillis }) => hash === migration.hash && folderMillis === migration.at))
    return;
  throw new AppError(
    "conflict",
    migration.at > (migrations.at(-1)?.folderMillis ?? 0)
      ? `${path} was made by a newer Easel than this one. Update this one, then restore it again.`
      : `${path} was made by a version of Easel that this one cannot upgrade. Restore it with that version.`,
  );
}

/**
 * Throws if this server has another key: data encrypted with one EASEL_SECRET cannot be decrypted with
 * another, or with a key file.
 */
function checkKey(path: string, { secrets }: Manifest): void {
  const isSet = env().EASEL_SECRET !== undefined;
  if (!secrets || (secrets.from === "file" && !isSet)) return;
  if (secrets.from === "file") {
    throw new AppError(
      "conflict",
      `${path} contains its own key file, which EASEL_SECRET would override. Unset EASEL_SECRET, then restore again.`,
    );
  }
  if (isSet && secrets.fingerprint === fingerprintOf(secretKey("backup"))) return;
  throw new AppError(
    "conflict",
    `The secrets in ${path} are encrypted with the EASEL_SECRET that was set when it was made. Set the same one, then restore again.`,
  );
}

async function refuseServers(tx: ISql): Promise<void> {
  const [row] = await tx`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and starts_with(application_name, 'easel ')`;
  if (Number(row?.n) > 0)
    throw new AppError("conflict", "Easel is running on this workspace. Stop it, then restore again.");
}

async function refuseFull(tx: ISql, dataDir: string): Promise<void> {
  const full = new AppError(
    "conflict",
    "The workspace is not empty. Add -- --replace to overwrite it, or set an empty EASEL_DATA_DIR or DATABASE_URL.",
  );
  if (await hasDatabases(dataDir)) throw full;
  if ((await lastMigration(tx)) === 0) return;
  for (const { name } of await tablesInOrder(tx)) {
    const [row] = await tx.unsafe(`select exists (select from ${inPublic(name)}) as found`);
    if (row?.found) throw full;
  }
}

/**
 * Drops everything that migrations created, and the job queue. The migrations of the backup's version create
 * the schema again.
 */
async function empty(tx: ISql): Promise<void> {
  for (const table of Object.keys(TABLES)) await tx.unsafe(`drop table if exists ${inPublic(table)} cascade`);
  for (const name of FUNCTIONS) await tx.unsafe(`drop function if exists ${inPublic(name)} cascade`);
  await tx`drop table if exists drizzle.__drizzle_migrations`;
  await tx`drop schema if exists pgboss cascade`;
}

type Password = { hash: string; changedAt: string };

async function readPassword(tx: ISql): Promise<Password | undefined> {
  const [table] = await tx`select to_regclass('public.passwords') as found`;
  if (!table?.found) return undefined;
  const [row] = await tx<Password[]>`select hash, changed_at::text as "changedAt" from passwords`;
  return row;
}

/** Keeps the password of this installation, so that a restore never opens it to everyone. */
async function keepPassword(tx: ISql, { hash, changedAt }: Password): Promise<void> {
  await tx`delete from passwords`;
  await tx`insert into passwords (id, hash, changed_at) values (1, ${hash}, ${changedAt}::timestamptz)`;
}

async function load(tx: ISql, path: string, manifest: Manifest, staging: Staging): Promise<void> {
  const present = new Map((await tablesInOrder(tx)).map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of manifest.tables) {
    if (columns.some((column) => !present.get(name)?.includes(column)))
      throw damaged(path, `the table ${name} does not belong to its version`);
  }
  for (const name of present.keys()) await tx.unsafe(`alter table ${inPublic(name)} disable trigger user`);
  // Delete rows that migrations insert into an empty workspace, because the backup contains them, too.
  if (present.size > 0) await tx.unsafe(`truncate ${[...present.keys()].map(inPublic).join(", ")}`);

  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  let current: { name: string; stream: Writable } | undefined;
  const close = async () => {
    if (!current) return;
    current.stream.end();
    await finished(current.stream);
    current = undefined;
  };
  await readArchive(path, async (entry, bytes) => {
    const table = tables.get(TABLE.exec(entry)?.[1] ?? "");
    if (table?.name !== current?.name) await close();
    if (table) {
      current ??= { name: table.name, stream: await copyIn(tx, table) };
      for await (const piece of bytes) if (!current.stream.write(piece)) await once(current.stream, "drain");
      return;
    }
    const [agent, hash] = [AGENT_DATABASE.exec(entry)?.[1], FILE.exec(entry)?.[1]];
    if (agent) await staging.addDatabase(agent, bytes);
    else if (hash) await staging.addFile(hash, bytes);
    else if (entry === KEY) await staging.addKey(bytes);
  });
  await close();

  for (const { name, rows } of manifest.tables) {
    const [row] = await tx.unsafe(`select count(*)::float8 as n from ${inPublic(name)}`);
    if (row?.n !== rows) throw damaged(path, `the table ${name} should have ${rows} rows, and has ${row?.n}`);
  }
  for (const name of present.keys()) await tx.unsafe(`alter table ${inPublic(name)} enable trigger user`);
  await advanceCounters(tx);
}

const copyIn = (tx: ISql, { name, columns }: Manifest["tables"][number]): Promise<Writable> =>
  tx.unsafe(`copy ${inPublic(name)} (${columns.map(quote).join(", ")}) from stdin`).writable();

/** Sets identity sequences to continue after the loaded rows. */
async function advanceCounters(tx: ISql): Promise<void> {
  const columns = await tx<{ name: string; column: string }[]>`
    select c.relname as name, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`;
  for (const { name, column } of columns.filter(({ name }) => Object.hasOwn(TABLES, name))) {
    await tx.unsafe(
      `select setval(pg_get_serial_sequence('${inPublic(name)}', '${column}'), coalesce(max(${quote(column)}), 0) + 1, false)
       from ${inPublic(name)}`,
    );
  }
}

/**
 * Stores new token hashes of webhooks and calendars. Their tokens are derived from the installation's key,
 * which is now a different one.
 */
async function renewAddresses(tx: ISql): Promise<void> {
  const hooks = await tx<{ agentId: string; id: string }[]>`
    select agent_id as "agentId", id from jobs where token_hash is not null`;
  for (const hook of hooks)
    await tx`
      update jobs set token_hash = ${hashOfToken(hookToken(hook))} where agent_id = ${hook.agentId} and id = ${hook.id}`;
  const calendars = await tx<{ id: string }[]>`select id from calendar_addresses`;
  for (const { id } of calendars)
    await tx`update calendar_addresses set token_hash = ${hashOfToken(tokenOf(CALENDAR, id))} where id = ${id}`;
}
