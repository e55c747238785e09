import { drizzle } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import * as schema from "@/drizzle/schema";
import { env } from "@/lib/ground/base/env";
import { owned } from "@/lib/ground/base/process";
import { toStorableJson } from "@/lib/shared/text/storable";
import { connect, json, PLANS, RELAXED } from "./connection";
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
 * Two ways to the same pool. `db()` is drizzle, for everything that is not hot. `sql()` is postgres.js, whose tagged
 * statements are prepared once a connection and then cost one round trip; drizzle's cost two.
 */
export const db = () => pool().db;
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
      const db = drizzle(client, { schema });
      // drizzle has replaced the serializers of the client by its own, which pass every text on.
      for (const type of json.from) client.options.serializers[type] = json.serialize;
      return { client, relaxed, db };
    },
    ({ client, relaxed }) => Promise.all([endClient(client), endClient(relaxed)]),
  );

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
