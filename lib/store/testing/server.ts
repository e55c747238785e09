import { createHash, randomInt } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { connect } from "../connection.ts";
import { migrate } from "../migrate.ts";

const MIGRATIONS = join(import.meta.dirname, "../../../drizzle/migrations");

/** First keys of advisory locks with two keys. They determine what the second key identifies. */
const RUNS = 7_234_511;
const TEMPLATES = 7_234_512;
const HOUSEKEEPING = 7_234_513;

const RUN_PREFIX = "easel_test_";
const TEMPLATE_PREFIX = "easel_template_";

export type TestServer = {
  url: string;
  source: string;
  run: number;
  close(): Promise<void>;
};

/**
 * Prepares a Postgres server for one test run, and a template database with all migrations, which is created
 * once for each state of the migrations. Session locks protect the databases of the run and its template.
 * Databases without such a lock are left over from dead runs and are dropped.
 */
export async function openTestServer(configuredUrl: string): Promise<TestServer> {
  const url = withoutDisk(configuredUrl);
  const sql = connect(url, { max: 1, max_lifetime: null });
  const run = randomInt(1, 2 ** 31);
  const hash = hashMigrations();
  const template = TEMPLATE_PREFIX + hash.toString(16);
  await sql`SELECT pg_advisory_lock(${RUNS}::int, ${run}::int), pg_advisory_lock_shared(${TEMPLATES}::int, ${hash}::int)`;
  await sql`SELECT pg_advisory_lock(${HOUSEKEEPING}::int, 0)`;
  await dropUnheld(sql, RUN_PREFIX, RUNS, run, (name) => Number(name.split("_")[0]));
  await dropUnheld(sql, TEMPLATE_PREFIX, TEMPLATES, hash, (name) => Number.parseInt(name, 16));
  await makeTemplate(sql, url, template);
  await sql`SELECT pg_advisory_unlock(${HOUSEKEEPING}::int, 0)`;
  return {
    url,
    source: `TEMPLATE ${template} STRATEGY ${await cheapest(sql)}`,
    run,
    async close() {
      await dropAll(sql, `${RUN_PREFIX}${run}_`);
      await sql.end();
    },
  };
}

/**
 * Returns the fastest strategy for copying the template. Copying files takes a quarter of the time of logging
 * each block, but waits for the disk twice.
 */
async function cheapest(sql: Sql): Promise<string> {
  const [row] = await sql`SELECT current_setting('fsync') = 'off' AS fleeting`;
  return row?.fleeting ? "file_copy" : "wal_log";
}

export function databaseName(run: number): string {
  return `${RUN_PREFIX}${run}_${randomInt(2 ** 47).toString(36)}`;
}

/**
 * Creates the template under another name and renames it when it is complete, so that a killed run leaves no
 * incomplete template.
 */
async function makeTemplate(sql: Sql, url: string, template: string): Promise<void> {
  const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${template}`;
  if (found) return;
  const unfinished = `${template}_unfinished`;
  await sql.unsafe(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await sql.unsafe(`CREATE DATABASE ${unfinished}`);
  await migrate(withDatabase(url, unfinished), { folder: MIGRATIONS });
  await sql.unsafe(`ALTER DATABASE ${unfinished} ALLOW_CONNECTIONS false`);
  await sql.unsafe(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
}

async function dropUnheld(
  sql: Sql,
  prefix: string,
  space: number,
  ours: number,
  key: (rest: string) => number,
): Promise<void> {
  for (const name of await databases(sql, prefix)) {
    const id = key(name.slice(prefix.length));
    if (id === ours) continue;
    const [row] = await sql`SELECT pg_try_advisory_lock(${space}::int, ${id}::int) AS free`;
    if (!row?.free) continue;
    await drop(sql, name);
    await sql`SELECT pg_advisory_unlock(${space}::int, ${id}::int)`;
  }
}

async function dropAll(sql: Sql, prefix: string): Promise<void> {
  for (const name of await databases(sql, prefix)) await drop(sql, name);
}

async function databases(sql: Sql, prefix: string): Promise<string[]> {
  const rows = await sql`SELECT datname FROM pg_database WHERE starts_with(datname, ${prefix})`;
  return rows.map((row) => String(row.datname));
}

async function drop(sql: Sql, name: string): Promise<void> {
  await sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/**
 * Makes connections commit without waiting for the disk. Tests lose nothing by it, because none crashes the
 * machine.
 */
function withoutDisk(url: string): string {
  const changed = new URL(url);
  changed.searchParams.set("synchronous_commit", "off");
  return changed.href;
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

function hashMigrations(): number {
  const hash = createHash("sha256");
  for (const name of readdirSync(MIGRATIONS, { recursive: true, encoding: "utf8" }).sort()) {
    if (name.endsWith(".sql")) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  }
  return hash.digest().readUInt32BE() >>> 1;
}
