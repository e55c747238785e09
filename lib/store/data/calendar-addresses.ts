import { and, eq, exists, isNull, sql as raw } from "drizzle-orm";
import { agents, calendarAddresses } from "@/drizzle/schema";
import { db } from "@/lib/store/db";
import type { CalendarAddressRow } from "@/lib/store/rows";

export type CalendarAddress = CalendarAddressRow;

export async function readCalendarAddress(agentId: string): Promise<CalendarAddress | null> {
  const [row] = await db().select().from(calendarAddresses).where(eq(calendarAddresses.agentId, agentId));
  return row ?? null;
}

export async function findCalendarAddress(tokenHash: string): Promise<CalendarAddress | null> {
  const agent = db()
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, calendarAddresses.agentId), isNull(agents.deletedAt)));
  const [row] = await db()
    .select()
    .from(calendarAddresses)
    .where(and(eq(calendarAddresses.tokenHash, tokenHash), exists(agent)));
  return row ?? null;
}

/** Stores the first address, or replaces `old`. Of two concurrent calls, the first one wins. */
export async function putCalendarAddress(
  { agentId, id, tokenHash }: Omit<CalendarAddress, "createdAt">,
  old: string | null,
): Promise<void> {
  await db()
    .insert(calendarAddresses)
    .values({ agentId, id, tokenHash })
    .onConflictDoUpdate({
      target: calendarAddresses.agentId,
      set: { id, tokenHash, createdAt: raw`now()` },
      setWhere: raw`${calendarAddresses.tokenHash} = ${old}`,
    });
}

export async function removeCalendarAddress(agentId: string): Promise<void> {
  await db().delete(calendarAddresses).where(eq(calendarAddresses.agentId, agentId));
}
