import { sql } from "@/lib/store/db";
import type { CalendarAddressRow } from "@/lib/store/rows";

export type CalendarAddress = Pick<CalendarAddressRow, "agentId" | "id" | "tokenHash" | "createdAt">;

const columns = () => sql()`agent_id as "agentId", id, token_hash as "tokenHash", created_at as "createdAt"`;

export async function readCalendarAddress(agentId: string): Promise<CalendarAddress | null> {
  const [row] = await sql()<CalendarAddress[]>`
    select ${columns()} from calendar_addresses where agent_id = ${agentId}`;
  return row ?? null;
}

export async function findCalendarAddress(tokenHash: string): Promise<CalendarAddress | null> {
  const [row] = await sql()<CalendarAddress[]>`
    select ${columns()} from calendar_addresses where token_hash = ${tokenHash}
      and exists (select from agents a where a.id = agent_id and a.deleted_at is null)`;
  return row ?? null;
}

/** Keeps an address in place of `old`, or where there is none; of two that are made at once, the first one stays. */
export async function putCalendarAddress(
  { agentId, id, tokenHash }: Omit<CalendarAddress, "createdAt">,
  old: string | null,
): Promise<void> {
  await sql()`
    insert into calendar_addresses (agent_id, id, token_hash) values (${agentId}, ${id}, ${tokenHash})
    on conflict (agent_id) do update set id = excluded.id, token_hash = excluded.token_hash, created_at = now()
      where calendar_addresses.token_hash = ${old}`;
}

export async function removeCalendarAddress(agentId: string): Promise<void> {
  await sql()`delete from calendar_addresses where agent_id = ${agentId}`;
}
