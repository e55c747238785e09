import { singleton } from "@/lib/ground/base/process";
import { readDatabaseTime } from "@/lib/store/hot/runs";

/**
 * Maximum time between two contacts with the database, and of one query of its time. If it is exceeded, this server
 * was suspended or could not reach the database. It must be shorter than a lease.
 */
export const MAX_GAP_MS = 4_500;
/** The statement of a takeover must reach the database within this time after `checkContact`. */
export const CHECK_MS = 2_000;

const contact = () => singleton("database-contact", () => ({ isLost: false, trustFrom: 0 }));

export function markUnreachable(): void {
  contact().isLost = true;
}

/**
 * Reads the database's time, in milliseconds since the epoch, and returns whether expired leases prove that
 * their owners have ended. If this server could not reach the database, the other servers possibly could not
 * either, and so could not renew their leases. Expired leases then prove nothing for `leaseMs`. A server that
 * has just started does not wait.
 */
export async function checkContact(leaseMs: number): Promise<{ canTrustLeases: boolean; checkedAt: number }> {
  const askedAt = performance.now();
  const [clock] = await readDatabaseTime().catch((error) => {
    markUnreachable();
    throw error;
  });
  const state = contact();
  const now = performance.now();
  if (state.isLost || now - askedAt > MAX_GAP_MS) state.trustFrom = now + leaseMs;
  state.isLost = false;
  return { canTrustLeases: now >= state.trustFrom, checkedAt: clock?.ms ?? 0 };
}
