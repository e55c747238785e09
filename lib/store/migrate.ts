import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Sql } from "postgres";
import { connect } from "./connection.ts";
import { explainDatabase } from "./database-failure.ts";
import { isUnreachable } from "./unreachable.ts";

/** Any number that all of our servers agree on. */
const LOCK = 7_234_501;
const RETRY_EVERY = 250;
const SHORTEST_TRY = 1_000;

export type MigrateOptions = {
  folder?: string;
  /** How long to wait for a server that is just coming up. */
  patience?: number;
  log?: (line: string) => void;
};

/**
 * Brings a database up to date. Several servers may do this at once: one does it, the others wait for it.
 * The lock and the migrations share one connection, so that the lock is gone when the work is, whatever ends it.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const { folder = join(import.meta.dirname, "../../drizzle/migrations"), patience = 30_000, log } = options;
  try {
    const sql = connect(url, { max: 1, max_lifetime: null, connect_timeout: 10 });
    try {
      await untilServing(sql, patience, log);
      await sql`SELECT pg_advisory_lock(${LOCK})`;
      await runMigrations(sql, folder);
    } finally {
      await sql.end({ timeout: 2 });
    }
  } catch (error) {
    throw explainDatabase(error, url);
  }
}

/**
 * Keeps the table of drizzle's own migrator, and goes by it: what is younger than the last migration in the database is
 * yet to be done, all of it or nothing. That migrator loads hundreds of files, half of the time in which a server starts.
 */
async function runMigrations(sql: Sql, folder: string): Promise<void> {
  const [table] = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') AS found`;
  const [last] = table?.found
    ? await sql`SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations`
    : [];
  const all = readMigrationFiles({ migrationsFolder: folder });
  const missing = all.filter(({ folderMillis }) => folderMillis > Number(last?.at ?? 0));
  if (missing.length === 0) return;
  await sql.begin(async (tx) => {
    await tx`CREATE SCHEMA IF NOT EXISTS drizzle`;
    await tx`
      CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`;
    for (const { sql: statements, hash, folderMillis } of missing) {
      // All statements of a file in one request.
      await tx.unsafe(statements.join(";\n"));
      await tx`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${folderMillis})`;
    }
  });
}

async function untilServing(sql: Sql, patience: number, log?: (line: string) => void): Promise<void> {
  const end = performance.now() + patience;
  for (let tries = 0; ; tries++) {
    try {
      await within(Math.max(end - performance.now(), SHORTEST_TRY), sql`SELECT 1`);
      return;
    } catch (error) {
      if (!isUnreachable(error) || performance.now() > end) throw error;
      if (tries === 0) log?.("Waiting for the database");
      await sleep(RETRY_EVERY);
    }
  }
}

/** The driver itself tries for ever where something listens and hangs up, such as a proxy before its server. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const done = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: done.signal }).then(() => {
    throw Object.assign(new Error("The database does not answer"), { code: "CONNECT_TIMEOUT" });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
    late.catch(() => {});
  }
}
