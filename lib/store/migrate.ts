import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import type { Sql } from "postgres";
import { connect } from "./connection.ts";
import { errorCode, explainDatabase, isNotYet } from "./reachability.ts";

/** Any number that all of our servers agree on. */
const LOCK = 7_234_501;
const RETRY_EVERY = 250;

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
      await runMigrations(drizzle(sql), { migrationsFolder: folder });
    } finally {
      await sql.end({ timeout: 2 });
    }
  } catch (error) {
    throw explainDatabase(error, url);
  }
}

async function untilServing(sql: Sql, patience: number, log?: (line: string) => void): Promise<void> {
  const end = performance.now() + patience;
  for (let tries = 0; ; tries++) {
    try {
      await sql`SELECT 1`;
      return;
    } catch (error) {
      if (!isNotYet(errorCode(error)) || performance.now() > end) throw error;
      if (tries === 0) log?.("Waiting for the database");
      await sleep(RETRY_EVERY);
    }
  }
}
