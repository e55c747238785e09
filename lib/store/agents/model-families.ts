import { and, eq, sql as raw } from "drizzle-orm";
import type { TransactionSql } from "postgres";
import { settings } from "@/drizzle/schema";
import type { WholeRevision } from "@/lib/shared/history";
import type { FamilyId } from "@/lib/shared/tools/families";
import { publish } from "@/lib/store/bus";
import { db } from "@/lib/store/db";
import { type Add, type By, changing, type Item, readLive } from "@/lib/store/revisions";

/**
 * Stores the user's instructions for a model family, which replace the adapter's, with a version. Null
 * restores the adapter's. An unchanged value creates no version.
 */
export async function setFamily(agentId: string, id: FamilyId, instructions: string | null): Promise<void> {
  const item = itemOf(agentId, id);
  await changing(item, async (tx, add) => {
    const live = await readLive(tx, item);
    if ((live?.content ?? null) !== instructions)
      await put(tx, add, item, instructions, { author: "person", cause: null });
  });
  publish({ type: "settings", agent: agentId });
}

export async function restoreFamily(
  agentId: string,
  id: FamilyId,
  instructions: string | null,
  version: number,
): Promise<WholeRevision> {
  const item = itemOf(agentId, id);
  const by = { author: "restore", cause: { restored: { version } } } as const;
  const restored = await changing(item, (tx, add) => put(tx, add, item, instructions, by));
  publish({ type: "settings", agent: agentId });
  return restored;
}

async function put(
  tx: TransactionSql,
  add: Add,
  { agentId, name }: Item,
  instructions: string | null,
  by: By,
): Promise<WholeRevision> {
  const added = await add({ content: instructions, ...by });
  const key = `family:${name}`;
  const value = { instructions };
  if (instructions === null)
    await db(tx)
      .delete(settings)
      .where(and(eq(settings.agentId, agentId), eq(settings.key, key)));
  else
    await db(tx)
      .insert(settings)
      .values({ agentId, key, value })
      .onConflictDoUpdate({
        target: [settings.agentId, settings.key],
        set: { value, updatedAt: raw`now()` },
      });
  return added;
}

const itemOf = (agentId: string, name: FamilyId): Item => ({ agentId, kind: "model_family", name });
