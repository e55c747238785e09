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
      if (!(await isUpToDate(sql, folder))) await runMigrations(sql, folder);
    } finally {
      await sql.end({ timeout: 2 });
    }
  } catch (error) {
    throw explainDatabase(error, url);
  }
}

/** By what drizzle itself goes by: whether the last migration in the database is as young as the last in the folder. */
async function isUpToDate(sql: Sql, folder: string): Promise<boolean> {
  const [table] = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') AS found`;
  if (!table?.found) return false;
  const [last] = await sql`SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations`;
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  return migrations.every(({ folderMillis }) => folderMillis <= Number(last?.at ?? 0));
}

/** Drizzle is hundreds of files, half of the time in which a server starts: most starts have nothing to migrate. */
async function runMigrations(sql: Sql, folder: string): Promise<void> {
  const [{ drizzle }, { migrate: run }] = await Promise.all([
    import("drizzle-orm/postgres-js"),
    import("drizzle-orm/postgres-js/migrator"),
  ]);
  await run(drizzle(sql), { migrationsFolder: folder });
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
