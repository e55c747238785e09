import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { connect, PLANS, RELAXED } from "./connection.ts";
import { errorCode } from "./database-failure.ts";

/** Minimum Postgres version, in the format of `server_version_num`. */
const OLDEST = 150_000;
/**
 * Maximum connections of one server: queries, relaxed commits, LISTEN, background jobs and the witness of
 * commits.
 */
const CONNECTIONS = 15;
const SHORTEST_STATEMENT_MS = 5_000;
const PATIENCE_MS = 5_000;
const NOTICE_MS = 2_000;
const ROUNDS = 3;

/**
 * Error codes that reveal a pooler. Poolers refuse connections with PROTOCOL_VIOLATION; the other codes occur
 * if a statement was prepared on another connection.
 */
const POOLER_CODES = new Set(["08P01", "26000", "42P05"]);

const UNDEFINED_OBJECT = "42704";
const TOO_OLD = "Easel needs Postgres 15 or newer. Upgrade it, or leave DATABASE_URL out";

const POOLED =
  "a pooler shares its connections between transactions, and Easel needs sessions (LISTEN, locks, prepared statements). " +
  "Set DATABASE_URL to the direct address of the server, or to a pooler in session mode";

type Facts = {
  version: number;
  versionText: string;
  encoding: string;
  isStandby: boolean;
  isReadOnly: boolean;
  statementMs: number;
  plans: string;
  commits: string;
  connections: number;
};

/**
 * Checks the features that Easel needs, on two connections. Throws an error that names the missing feature
 * and the remedy. Missing privileges are not checked and may still fail the migrations.
 */
export async function checkDatabase(url: string): Promise<void> {
  const options = { max: 1, max_lifetime: null, connect_timeout: PATIENCE_MS / 1_000 };
  const received = Promise.withResolvers<void>();
  const one = connect(url, { ...options, settings: { ...PLANS, ...RELAXED } });
  const other = connect(url, { ...options, settings: PLANS });
  try {
    const work = tryAll(one, other, received);
    await inTime(
      work,
      PATIENCE_MS,
      "it does not answer on a second connection. Give Easel at least 15 connections",
    );
  } catch (error) {
    const code = errorCode(error);
    if (code === UNDEFINED_OBJECT) throw refusal(TOO_OLD);
    throw POOLER_CODES.has(code) ? refusal(POOLED) : error;
  } finally {
    await Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  }
}

async function tryAll(one: Sql, other: Sql, received: PromiseWithResolvers<void>): Promise<void> {
  const facts = await factsOf(one);
  const problem = problemOf(facts);
  if (problem) throw refusal(problem);
  await trySessions(one, other);
  if (facts.plans !== PLANS.plan_cache_mode || facts.commits !== RELAXED.synchronous_commit)
    throw refusal(POOLED);
  await tryNotices(one, other, received);
}

async function factsOf(sql: Sql): Promise<Facts> {
  const [facts] = await sql<[Facts]>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby",
      current_setting('default_transaction_read_only')::bool as "isReadOnly",
      (select setting::float8 from pg_settings where name = 'statement_timeout') as "statementMs",
      current_setting('plan_cache_mode') as plans, current_setting('synchronous_commit') as commits,
      (select min(allowed) from (
        select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed
        union all select rolconnlimit from pg_roles where rolname = current_user and rolconnlimit >= 0 and not rolsuper
        union all select datconnlimit from pg_database, pg_roles
          where datname = current_database() and datconnlimit >= 0 and rolname = current_user and not rolsuper
      ) as limits) as connections`;
  return facts;
}

function problemOf(facts: Facts): string | null {
  if (facts.version < OLDEST) return `it is Postgres ${facts.versionText}, and ${TOO_OLD}`;
  if (facts.encoding !== "UTF8")
    return `its encoding is ${facts.encoding}, and Easel needs UTF8. Create another one with "CREATE DATABASE easel ENCODING 'UTF8' TEMPLATE template0"`;
  if (facts.isStandby) return "it is a standby, which is read-only. Set DATABASE_URL to the primary";
  if (facts.isReadOnly)
    return "its default_transaction_read_only is on, so writes fail. Turn it off for the database and the user";
  if (facts.statementMs > 0 && facts.statementMs < SHORTEST_STATEMENT_MS)
    return `its statement_timeout is ${facts.statementMs} ms. Set it to 0, or to at least 5 s, for the database and the user`;
  if (facts.connections < CONNECTIONS)
    return `it allows ${facts.connections} connections, and Easel needs ${CONNECTIONS}. Raise max_connections, or the limit of the user or the database`;
  return null;
}

/**
 * Checks that a session keeps its server process, locks and prepared statements while other sessions work.
 */
async function trySessions(one: Sql, other: Sql): Promise<void> {
  const pidOf = async (sql: Sql) => (await sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid;
  const key = randomInt(2 ** 31);
  const [{ pid: first }] = await one<[{ pid: number }]>`
    select pg_backend_pid() as pid from pg_advisory_lock(${key}::int)`;
  for (let round = 0; round < ROUNDS; round++) {
    if ((await pidOf(other)) === first) throw refusal(POOLED);
    const pid = await other.begin(async (tx) => {
      await tx`select 1`;
      return pidOf(one);
    });
    if (pid !== first) throw refusal(POOLED);
  }
  const [{ isFree }] = await other<[{ isFree: boolean }]>`
    select pg_try_advisory_lock(${key}::int) as "isFree"`;
  const [{ isHeld }] = await one<[{ isHeld: boolean }]>`select pg_advisory_unlock(${key}::int) as "isHeld"`;
  if (isFree || !isHeld) throw refusal(POOLED);
}

async function tryNotices(one: Sql, other: Sql, received: PromiseWithResolvers<void>): Promise<void> {
  const channel = `easel_check_${randomInt(2 ** 47).toString(36)}`;
  const { unlisten } = await one.listen(channel, () => received.resolve());
  await other`select pg_notify(${channel}, '')`;
  await inTime(received.promise, NOTICE_MS, POOLED);
  await unlisten();
}

async function inTime<T>(work: Promise<T>, milliseconds: number, problem: string): Promise<T> {
  const done = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: done.signal }).then(() => {
    throw refusal(problem);
  });
  late.catch(() => {});
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

/** Creates the error whose message `explainDatabase` shows as the reason. */
const refusal = (problem: string) => new Error(problem);
