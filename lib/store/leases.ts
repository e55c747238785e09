import { isDirect } from "./connection";
import { asJson, databaseUrl, sql } from "./db";
import { processId } from "./process-id";
import { type ContextRow, context, HEARTBEAT_MS, LEASE_MS, leaseEnd, type RunContext } from "./runs";

/** A server that lives has spoken within this time; it may be without a connection for a moment all the same. */
const SILENT_MS = HEARTBEAT_MS + 500;

/**
 * Runs whose server has died, now this server's: its lease has run out, or, where the database sees each server itself
 * and no pool in between, it is silent and has no connection any more.
 */
export async function takeOver(): Promise<(RunContext & { stopRequested: boolean })[]> {
  const rows = await sql()<(ContextRow & { stopRequested: boolean })[]>`
    with due as (
      select id from runs where status = 'running' and (lease_until < now() or (${isDirect(databaseUrl())}
        and lease_until < now() + ${LEASE_MS - SILENT_MS} * interval '1 ms'
        and not exists (select from pg_stat_activity where application_name = 'easel ' || lease_owner)))
      limit 20 for update skip locked
    ), r as (
      update runs set lease_owner = ${processId()}, lease_until = ${leaseEnd()}, attempt = attempt + 1, crashes = crashes + 1
      from due where runs.id = due.id returning runs.*
    )
    select ${context()}, r.stop_requested is not null as "stopRequested" from r join conversations c on c.id = r.conversation_id`;
  return rows.map((row) => ({ ...row, history: row.history ?? [] }));
}

/**
 * Keeps the runs that this server works on, and gives the ids of those that it still has. A run that it only seems to
 * own, such as one whose end could not be stored, is left to run out.
 */
export async function heartbeat(runIds: string[]): Promise<Set<string>> {
  const kept = await sql()<{ id: string }[]>`
    update runs set lease_until = ${leaseEnd()}
    where id in (select value::uuid from json_array_elements_text(${asJson(runIds)}::json)) and lease_owner = ${processId()} and status = 'running' returning id`;
  return new Set(kept.map(({ id }) => id));
}

/** Gives this server's runs up at once, so that another one need not wait for the lease to end. */
export async function release(): Promise<void> {
  await sql()`update runs set lease_until = now() - interval '1 s', crashes = greatest(crashes - 1, -1)
    where lease_owner = ${processId()} and status = 'running'`;
}
