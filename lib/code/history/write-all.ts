import type { TransactionSql } from "postgres";
import type { Revision } from "@/lib/shared/history";
import type { Kind } from "@/lib/shared/kinds";
import { mapInBatches } from "@/lib/store/map-in-batches";
import { releaseFacts } from "@/lib/store/memory/memories";

/**
 * Writes versions of several items. Deletes first and frees the contents of facts, because two facts of the same content, or
 * two pulses, would conflict although one of them is about to go.
 */
export async function writeAll<T extends { kind: Kind; name: string }>(
  tx: TransactionSql,
  agentId: string,
  items: readonly T[],
  isDeletion: (item: T) => boolean,
  write: (item: T) => Promise<Revision>,
): Promise<Revision[]> {
  const facts = items.filter((item) => item.kind === "memory" && !isDeletion(item));
  await releaseFacts(
    ...[tx, agentId],
    facts.map(({ name }) => name),
  );
  const written = new Map<T, Revision>();
  const put = async (item: T) => written.set(item, await write(item));
  await mapInBatches(items.filter(isDeletion), put);
  await mapInBatches(
    items.filter((item) => !isDeletion(item)),
    put,
  );
  return items.flatMap((item) => written.get(item) ?? []);
}
