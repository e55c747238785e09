import { DrizzleQueryError, getTableColumns, is, sql as raw } from "drizzle-orm";
import { PgArray, PgDialect, PgJson, PgTable } from "drizzle-orm/pg-core";
import { PostgresJsDatabase, PostgresJsSession } from "drizzle-orm/postgres-js";
import type { ISql, Sql } from "postgres";
import * as schema from "@/drizzle/schema";
import { env } from "@/lib/ground/base/env";
import { owned } from "@/lib/ground/base/process";
import { toStorableJson } from "@/lib/shared/text/storable";
import { connect, PLANS, RELAXED } from "./connection";
import { processId } from "./process-id";
import { isUnreachable } from "./unreachable";

/** A statement that could not be sent yet waits so long for the database, so that its restart is not noticed. */
const PATIENCE_MS = 2_000;

/** More statements at once than this only wait for each other's disk. */
const POOL = 7;
/** Seconds until a connection that is not needed is given back, with the 8 MB that the database holds for it. */
const IDLE_S = 15;
/** These wait for the processor alone. */
const RELAXED_POOL = 2;

/**
 * drizzle on the pool, or on a transaction that `sql().begin` opened. Statements are prepared once for each connection and then
 * take one round trip. Errors are those of postgres.js.
 */
export function db(transaction?: ISql): Database {
  return transaction ? databaseOn(transaction) : pool().db;
}

/** postgres.js on the same pool, for statements that drizzle cannot express. */
export const sql = () => pool().client;

/** Commits without waiting for the disk: for what can be made again (run_events, notices), never for what was acknowledged. */
export const relaxedSql = () => pool().relaxed;

/** All clients are of one driver, also where bundles have one each: a piece of a statement is known to its own alone. */
const pool = () =>
  owned(
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
 * Builds a statement once for each client: building takes up to half a millisecond, too long for what every step of a run sends.
 * The values of the statement are placeholders. A transaction has a client of its own, so there it is built each time.
 */
export function prepareOnce<T>(build: (on: Database) => T): (on?: ISql) => T {
  const built = new WeakMap<ISql, T>();
  return (on = sql()) => {
    const statement = built.get(on) ?? build(db(on));
    built.set(on, statement);
    return statement;
  };
}

/** drizzle calls only `unsafe` of a client, which transactions have too. */
const databaseOn = (client: ISql): Database =>
  new PostgresJsDatabase(dialect, new Session(client as Sql, dialect, undefined), undefined);

const dialect = new PgDialect();

class Session extends PostgresJsSession<Sql, Record<string, never>, Record<string, never>> {
  // The driver prepares statements that have a name, and finds them by their text.
  override prepareQuery: PostgresJsSession<
    Sql,
    Record<string, never>,
    Record<string, never>
  >["prepareQuery"] = (query, fields, name = "statement", ...rest) => {
    const prepared = super.prepareQuery(query, fields, name, ...rest);
    const execute = prepared.execute.bind(prepared);
    // drizzle's own error has the parameters in its message, which may be secret, and hides the code.
    prepared.execute = (values) =>
      execute(values).catch((error) => {
        throw error instanceof DrizzleQueryError ? error.cause : error;
      });
    return prepared;
  };
}

// The driver has parsed JSON already. drizzle would parse strings in it a second time: "1" would become 1.
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

/** Opens a second client of the same database; end it with `endClient`. Other servers see by its name that this one lives. */
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
  if (!DATABASE_URL) throw new Error("DATABASE_URL is not set: npm start brings a database and sets it");
  return DATABASE_URL;
}

/**
 * Returns `value` as text for a `json` parameter, with U+0000 and lone surrogates replaced by U+FFFD. Clean here as well as
 * in the driver: inside the text of another value the driver cannot see them.
 */
export const asJson = (value: unknown): string => toStorableJson(JSON.stringify(value ?? null));

/** Returns a JSON value for drizzle, which writes a plain null as SQL NULL. */
export const jsonValue = (value: unknown) => raw`${asJson(value)}::json`;

/** Converts a time as Postgres writes it to ISO 8601 in UTC, with milliseconds. */
export function toIso(time: string): string;
export function toIso(time: string | null): string | null;
export function toIso(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
