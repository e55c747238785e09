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

/** Lease duration after which another server takes a run over, and the interval of renewals. */
export const LEASE_MS = 8_000;
export const HEARTBEAT_MS = 2_000;

/**
 * A live server renews its leases at least this often. If a server has not renewed them for this long, it is dead
 * or has lost its connection, perhaps only briefly.
 */
const SILENT_MS = HEARTBEAT_MS + 500;
const AT_ONCE = 20;

/**
 * Takes over runs whose server is dead, for one of three reasons: the server is known to have ended; its
 * lease has expired; or it has not renewed its lease recently and has no connection to the database (checked
 * only without a pooler). Also takes over runs of this server that were started although the confirmation was
 * lost with the connection. Never takes over turns of a trial, because the trial plays them again, nor runs in
 * `live`, which this server is working on: if their leases expired while its event loop was blocked, it renews them
 * instead. After an outage of the database, other servers have a whole lease to renew theirs. Handwritten SQL, because
 * it writes in a CTE.
 */
export async function takeOver(
  live: readonly string[] = [],
): Promise<(RunContext & { stopRequested: boolean })[]> {
  const ended = endedServers();
  const { canTrustLeases, checkedAt } = await checkContact(LEASE_MS);
  // If an outage has delayed this statement, no lease counts as expired.
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
        and not exists (select from rehearsals h where h.agent_id = runs.agent_id and h.cause->>'kind' = 'replay')
        and id not in (select value::uuid from json_array_elements_text(${asJson(live)}::json))
      limit ${AT_ONCE} for update skip locked
    ), r as (
      update runs set lease_owner = ${processId()}, lease_until = ${leaseEnd()}, attempt = attempt + 1, crashes = crashes + 1
      from due where runs.id = due.id returning runs.*
    )
    select ${context()}, r.stop_requested is not null as "stopRequested" from r join conversations c on c.id = r.conversation_id`;
  // Keep the ended servers after a full batch, because the next call may find more of their runs.
  if (rows.length < AT_ONCE) forget(ended);
  return rows.map((row) => ({ ...row, history: row.history ?? [] }));
}

/**
 * Renews the leases of the runs that this server works on. Returns those that it still owns, by id, with
 * whether the user asked to stop them. Other runs of this server expire, for example a run whose end could
 * not be stored.
 */
export async function heartbeat(runIds: string[]): Promise<Map<string, boolean>> {
  const { id, leaseOwner, status, stopRequested } = runs;
  const renewed = await db()
    .update(runs)
    .set({ leaseUntil: raw`now() + ${LEASE_MS} * interval '1 ms'` })
    .where(
      and(
        raw`${id} in (select value::uuid from json_array_elements_text(${asJson(runIds)}::json))`,
        ...[eq(leaseOwner, processId()), eq(status, "running")],
      ),
    )
    .returning({ id, stopRequested: raw<boolean>`${stopRequested} is not null` });
  return new Map(renewed.map(({ id, stopRequested }) => [id, stopRequested]));
}

/** Releases this server's runs, so that another server need not wait for the leases to expire. */
export async function release(): Promise<void> {
  await endLeases(processId(), payload([{ type: "released" }]));
}

export const leaseEnd = () => sql()`now() + ${LEASE_MS} * interval '1 ms'`;
