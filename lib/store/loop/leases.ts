import { and, eq, sql as raw } from "drizzle-orm";
import { runs } from "@/drizzle/schema";
import { payload } from "@/lib/store/bus";
import { isDirect } from "@/lib/store/connection";
import { asJson, databaseUrl, db, sql } from "@/lib/store/db";
import { endLeases } from "@/lib/store/hot/runs";
import { processId } from "@/lib/store/process-id";
import { CHECK_MS, checkContact } from "./contact";
import { endedServers, forget } from "./presence";
import { type ContextRow, context, type RunContext } from "./run-context";

/** How long a server may be silent before another one takes its runs over, and how often it speaks. */
export const LEASE_MS = 8_000;
export const HEARTBEAT_MS = 2_000;

/** A server that lives has spoken within this time; it may be without a connection for a moment all the same. */
const SILENT_MS = HEARTBEAT_MS + 500;
/** So many runs are taken over in one statement. */
const AT_ONCE = 20;

/**
 * Runs whose server has died, now this server's: it is known to have ended; or its lease has run out; or, where the
 * database sees each server itself and no pool in between, it is silent and has no connection any more. Also a run of
 * this server that was begun, and the connection broke before that was heard. Never those of `live`, which this server
 * works on: a lease that ran out while its event loop stood still is renewed, and nothing has crashed.
 * After this server could not reach the database, other servers have a whole lease to renew theirs.
 * By hand: it writes in a CTE.
 */
export async function takeOver(
  live: readonly string[] = [],
): Promise<(RunContext & { stopRequested: boolean })[]> {
  const ended = endedServers();
  const { canTrustLeases, checkedAt } = await checkContact(LEASE_MS);
  // A statement that waited through an outage counts no lease as expired.
  const isTrusted = sql()`(${canTrustLeases} and extract(epoch from now()) * 1000 < ${checkedAt + CHECK_MS}::float8)`;
  const silent = sql()`lease_until < now() + ${LEASE_MS - SILENT_MS} * interval '1 ms'`;
  const rows = await sql()<(ContextRow & { stopRequested: boolean })[]>`
    with due as (
      select id from runs where status = 'running' and (
        (${isTrusted} and lease_until < now())
        or lease_owner in (select value::uuid from json_array_elements_text(${asJson(ended)}::json))
        or (${silent} and lease_owner = ${processId()})
        or (${isTrusted} and ${silent} and ${isDirect(databaseUrl())}
          and not exists (select from pg_stat_activity where application_name = 'easel ' || lease_owner)))
        and id not in (select value::uuid from json_array_elements_text(${asJson(live)}::json))
      limit ${AT_ONCE} for update skip locked
    ), r as (
      update runs set lease_owner = ${processId()}, lease_until = ${leaseEnd()}, attempt = attempt + 1, crashes = crashes + 1
      from due where runs.id = due.id returning runs.*
    )
    select ${context()}, r.stop_requested is not null as "stopRequested" from r join conversations c on c.id = r.conversation_id`;
  // Of many, the rest comes the next time.
  if (rows.length < AT_ONCE) forget(ended);
  return rows.map((row) => ({ ...row, history: row.history ?? [] }));
}

/**
 * Keeps the runs that this server works on, and gives those that it still has, by id: whether they were asked to stop. A
 * run that it only seems to own, such as one whose end could not be stored, is left to run out.
 */
export async function heartbeat(runIds: string[]): Promise<Map<string, boolean>> {
  const { id, leaseOwner, status, stopRequested } = runs;
  const kept = await db()
    .update(runs)
    .set({ leaseUntil: raw`now() + ${LEASE_MS} * interval '1 ms'` })
    .where(
      and(
        raw`${id} in (select value::uuid from json_array_elements_text(${asJson(runIds)}::json))`,
        ...[eq(leaseOwner, processId()), eq(status, "running")],
      ),
    )
    .returning({ id, stopRequested: raw<boolean>`${stopRequested} is not null` });
  return new Map(kept.map(({ id, stopRequested }) => [id, stopRequested]));
}

/** Gives this server's runs up at once, so that another one need not wait for the lease to end. */
export async function release(): Promise<void> {
  await endLeases(processId(), payload([{ type: "released" }]));
}

export const leaseEnd = () => sql()`now() + ${LEASE_MS} * interval '1 ms'`;
