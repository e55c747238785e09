import { receiptsOf } from "@/lib/data/sqlite/index";
import { writtenOf } from "@/lib/data/tables/visitors/write";
import { agentsWithWrites, cancelWrite, endWrite, unsettledWrites } from "@/lib/store/apps/writes";

/** Seconds after which a write without a receipt can no longer be in progress. */
const IN_PROGRESS_S = 300;
/** Seconds in which a write that is sent again gets its first answer. */
const RECEIPT_S = 900;

/** Completes the writes whose record is missing although the database was changed, and deletes intents of other writes. */
export async function settleWrites(agentId: string): Promise<void> {
  const writes = await unsettledWrites(agentId);
  const ids = writes.map(({ id }) => id);
  const found = await receiptsOf(agentId, ids, Date.now() - RECEIPT_S * 1_000);
  const results = new Map(found.map((receipt) => [receipt.id, receipt.results]));
  for (const { age, ...write } of writes) {
    const stored = results.get(write.id);
    if (stored) await endWrite(write, writtenOf(write.kind, stored));
    else if (age > IN_PROGRESS_S) await cancelWrite(write.id);
  }
}

export async function settleAllWrites(): Promise<void> {
  for (const agentId of await agentsWithWrites(2 * RECEIPT_S)) await settleWrites(agentId);
}
