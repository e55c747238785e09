import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type { ISql, Sql } from "postgres";
import { AppError } from "../shared/errors.ts";
import { connect } from "./connection.ts";
import { checkDatabase } from "./database-check.ts";
import { explainDatabase } from "./database-failure.ts";
import { isUnreachable } from "./unreachable.ts";

/**
 * Key of an advisory lock that all servers use; the number is arbitrary. Only its holder may change the
 * schema or replace all data.
 */
export const MIGRATION_LOCK = 7_234_501;
const root = () => process.env.EASEL_ROOT ?? process.cwd();
const migrationsFolder = () => join(root(), "drizzle/migrations");
const RETRY_EVERY = 250;
const SHORTEST_TRY = 1_000;

export type MigrateOptions = {
  folder?: string;
  /** Milliseconds for which to wait for a database that is starting. */
  patience?: number;
  log?: (line: string) => void;
};

/**
 * Checks that the database is usable and migrates it. Safe to run on several servers at once: one migrates,
 * the others wait. The lock and the migrations share a connection, so the lock ends with the work even after
 * a crash.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const { folder = migrationsFolder(), patience = 30_000, log } = options;
  try {
    const sql = connect(url, { max: 1, max_lifetime: null, connect_timeout: 10 });
    try {
      await untilServing(sql, patience, log);
      await checkDatabase(url);
      await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
      await runMigrations(sql, folder);
    } finally {
      await sql.end({ timeout: 2 });
    }
  } catch (error) {
    throw explainDatabase(error, url);
  }
}

export type Migration = { hash: string; folderMillis: number };

/** All migrations of this version, oldest first. */
export const knownMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder: migrationsFolder() });

/** Returns the time of the last applied migration, or 0. */
export async function lastMigration(sql: ISql): Promise<number> {
  const [table] = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') AS found`;
  if (!table?.found) return 0;
  const [last] = await sql`SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations`;
  return Number(last?.at ?? 0);
}

/**
 * Applies all missing migrations in a single transaction and records them in the table of drizzle's migrator.
 * That migrator itself is not used, because it loads hundreds of files, which takes half of a server's start
 * time.
 */
async function runMigrations(sql: Sql, folder: string): Promise<void> {
  const missing = await missingMigrations(sql, folder);
  if (missing.length > 0) await sql.begin((tx) => apply(tx, missing));
}

/** Applies migrations up to the time `until` in the caller's transaction. The caller holds the lock. */
export async function migrateWithin(tx: ISql, until = Number.POSITIVE_INFINITY): Promise<void> {
  const missing = await missingMigrations(tx, migrationsFolder());
  await apply(
    tx,
    missing.filter(({ folderMillis }) => folderMillis <= until),
  );
}

/**
 * Returns the migrations that are missing in the database. Throws an AppError if a newer program has migrated
 * it, because this older one could damage it.
 */
async function missingMigrations(sql: ISql, folder: string): Promise<MigrationMeta[]> {
  const last = await lastMigration(sql);
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  if (last > Math.max(...migrations.map(({ folderMillis }) => folderMillis))) {
    const [schema] = await sql<{ writer: string | null }[]>`
      SELECT obj_description('drizzle'::regnamespace, 'pg_namespace') AS writer`;
    throw new AppError(
      "conflict",
      `The database was migrated by ${schema?.writer ?? "a newer Easel"}, and this is Easel ${version()}, which is older. ` +
        "Start the newer program, or restore a backup of this version into an empty database.",
    );
  }
  return migrations.filter(({ folderMillis }) => folderMillis > last);
}

const version = (): string => JSON.parse(readFileSync(join(root(), "package.json"), "utf8")).version;

async function apply(tx: ISql, migrations: readonly MigrationMeta[]): Promise<void> {
  await tx`CREATE SCHEMA IF NOT EXISTS drizzle`;
  await tx`
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`;
  // Store this version, which an older program shows in its error.
  if (migrations.length > 0) await tx.unsafe(`COMMENT ON SCHEMA drizzle IS 'Easel ${version()}'`);
  for (const { sql: statements, hash, folderMillis } of migrations) {
    await tx.unsafe(statements.join(";\n"));
    await tx`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${folderMillis})`;
  }
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

/**
 * Limits the time of `work`. The driver would retry forever if a host accepts connections and closes them, as
 * a proxy does whose server is down.
 */
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
