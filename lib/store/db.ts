import { DrizzleQueryError, getTableColumns, is, sql as raw } from "drizzle-orm";
import { PgArray, PgDialect, PgJson, PgTable } from "drizzle-orm/pg-core";
import { PostgresJsDatabase, PostgresJsSession } from "drizzle-orm/postgres-js";
import type { ISql, Sql } from "postgres";
import * as schema from "@/drizzle/schema";
import { env } from "@/lib/ground/base/env";
import { singleton } from "@/lib/ground/base/process";
import { toStorableJson } from "@/lib/shared/text/storable";
import { connect, PLANS, RELAXED } from "./connection";
import { processId } from "./process-id";
import { isUnreachable } from "./unreachable";

/**
 * Time for which a statement that was not sent waits for the database, so that users do not notice a restart.
 */
const PATIENCE_MS = 2_000;

/** Number of connections. With more, concurrent statements would only wait for each other's disk writes. */
const POOL = 7;
/** Seconds until an idle connection is closed, which frees about 8 MB in the database. */
const IDLE_S = 15;
/** Connections for commits that do not wait for the disk. They need only CPU, so a few are enough. */
const RELAXED_POOL = 2;

/**
 * Returns drizzle on the pool, or on a transaction of `sql().begin`. Statements are prepared once per
 * connection and then take one round trip. Errors are those of postgres.js.
 */
export function db(transaction?: ISql): Database {
  return transaction ? databaseOn(transaction) : pool().db;
}

/** Returns postgres.js on the same pool, for statements that drizzle cannot express. */
export const sql = () => pool().client;

/**
 * Returns a client whose commits do not wait for the disk. Use it only for data that can be recreated
 * (run_events, notices), never for anything acknowledged.
 */
export const relaxedSql = () => pool().relaxed;

/**
 * All clients use the driver of the bundle that created the pool, because a driver recognises only its own
 * statement fragments.
 */
const pool = () =>
  singleton(
    "database",
    () => {
      const client = newClient({ max: POOL, idle_timeout: IDLE_S });
      const relaxed = newClient({ max: RELAXED_POOL }, RELAXED);
      return { client, relaxed, db: databaseOn(client) };
    },
    ({ client, relaxed }) => Promise.all([endClient(client), endClient(relaxed)]),
  );

export type Database = PostgresJsDatabase;

/**
 * Builds a statement once per client, because building takes up to 0.5 ms and every step of a run sends some.
 * The statement's values must be placeholders. Each transaction has its own client and builds it again.
 */
export function prepareOnce<T>(build: (on: Database) => T): (on?: ISql) => T {
  const built = new WeakMap<ISql, T>();
  return (on = sql()) => {
    const statement = built.get(on) ?? build(db(on));
    built.set(on, statement);
    return statement;
  };
}

/** The cast is safe: drizzle calls only `unsafe`, which transactions have too. */
const databaseOn = (client: ISql): Database =>
  new PostgresJsDatabase(dialect, new Session(client as Sql, dialect, undefined), undefined);

const dialect = new PgDialect();

class Session extends PostgresJsSession<Sql, Record<string, never>, Record<string, never>> {
  // The name makes the driver prepare the statement. The driver finds prepared statements by their text, so
  // all can have the same name.
  override prepareQuery: PostgresJsSession<
    Sql,
    Record<string, never>,
    Record<string, never>
  >["prepareQuery"] = (query, fields, name = "statement", ...rest) => {
    const prepared = super.prepareQuery(query, fields, name, ...rest);
    const execute = prepared.execute.bind(prepared);
    // drizzle's error hides the code and includes the parameters, which may be secret, in its message.
    prepared.execute = (values) =>
      execute(values).catch((error) => {
        throw error instanceof DrizzleQueryError ? error.cause : error;
      });
    return prepared;
  };
}

// Leave JSON as it is, because the driver has parsed it. drizzle would parse strings in it again, and turn
// "1" into 1.
for (const table of Object.values(schema))
  if (is(table, PgTable))
    for (const column of Object.values(getTableColumns(table)))
      if (is(column, PgJson)) column.mapFromDriverValue = (value: unknown) => value;
      else if (is(column, PgArray)) column.mapFromDriverValue = (value: unknown) => textArray(String(value));

/** Parses a `text[]` as Postgres writes it. drizzle's own parser drops backslashes. */
function textArray(text: string): string[] {
  return [...text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs)].map(([, quoted, plain = ""]) =>
    quoted === undefined ? plain : quoted.replace(/\\(.)/gs, "$1"),
  );
}

type ClientOptions = { max: number; idle_timeout?: number; max_lifetime?: null; onclose?: () => void };

/**
 * Opens another client of the same database; close it with `endClient`. Its application name, which other
 * servers see, shows that this server is alive.
 */
export const newClient = (options: ClientOptions, settings = {}): Sql =>
  connect(databaseUrl(), {
    ...{ ...options, patience },
    connection: { application_name: `easel ${processId()}` },
    settings: { ...PLANS, ...settings },
  });

export const endClient = (client: Sql) => client.end({ timeout: 2 });

const patience = (error: unknown, waitedMs: number) => waitedMs < PATIENCE_MS && isUnreachable(error);

export function databaseUrl(): string {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set: npm start starts a database and sets it");
  return DATABASE_URL;
}

/**
 * Returns `value` as text for a `json` parameter, with U+0000 and lone surrogates replaced by U+FFFD. The
 * driver does the same, but cannot see JSON nested in the text of another value.
 */
export const asJson = (value: unknown): string => toStorableJson(JSON.stringify(value ?? null));

/** JSON for a column. drizzle itself would write null as SQL NULL instead of JSON null. */
export const jsonValue = (value: unknown) => raw`${asJson(value)}::json`;

/** Converts a time as Postgres writes it to ISO 8601 in UTC, with milliseconds. */
export function toIso(time: string): string;
export function toIso(time: string | null): string | null;
export function toIso(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
