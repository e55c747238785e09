import { and, eq, isNotNull, isNull, lte, sql as raw } from "drizzle-orm";
import { conversations, memories } from "@/drizzle/schema";
import { db, relaxedSql } from "@/lib/store/db";
import { deleteForgotten } from "@/lib/store/hot/facts";
import { isAmong } from "./fact-list";
import { forgetFact, LASTS } from "./memories";

const MAX_EXTENSIONS = 2;
const UNDO_DAYS = 30;
const SWEEP = 200;

/**
 * Records that facts were recalled. With `extends_`, which is set if the agent itself recalled them, extends
 * the expiry of `mid` and `short` facts, each at most twice.
 */
export async function noteRecalled(
  agentId: string,
  ids: readonly string[],
  extends_: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  const { extensions, layer, expiresAt } = memories;
  const isExtended = raw`${extensions} < ${MAX_EXTENSIONS}`;
  const extended = {
    expiresAt: raw`case when ${isExtended} then case ${layer}
      when 'mid' then now() + ${LASTS.mid} * interval '1 second'
      when 'short' then now() + ${LASTS.short} * interval '1 second' else ${expiresAt} end else ${expiresAt} end`,
    extensions: raw`${extensions} + case when ${layer} in ('mid', 'short') and ${isExtended} then 1 else 0 end`,
  };
  await db(relaxedSql())
    .update(memories)
    .set({
      ...{ lastRecalledAt: raw`now()`, recalls: raw`${memories.recalls} + 1` },
      ...(extends_ && extended),
    })
    .where(and(eq(memories.agentId, agentId), isNull(memories.deletedAt), isAmong(ids)));
}

export async function endSessionFacts(agentId: string, conversationId: string): Promise<void> {
  const rows = await db()
    .select({ id: memories.id })
    .from(memories)
    .where(
      and(
        ...[eq(memories.agentId, agentId), eq(memories.conversationId, conversationId)],
        ...[eq(memories.layer, "session"), isNull(memories.deletedAt)],
      ),
    );
  for (const { id } of rows) await forgetFact(agentId, id, { author: "system", cause: null });
}

/**
 * Forgets expired facts and those of ended sessions. Purges facts forgotten over 30 days ago, with all
 * versions.
 */
export async function sweepFacts(): Promise<void> {
  const fact = { agentId: memories.agentId, id: memories.id };
  const isNotDeleted = isNull(memories.deletedAt);
  const expired = await db()
    .select(fact)
    .from(memories)
    .where(and(isNotDeleted, lte(memories.expiresAt, raw`now()`), isNull(memories.pinnedAt)))
    .unionAll(
      db()
        .select(fact)
        .from(memories)
        .innerJoin(conversations, eq(conversations.id, memories.conversationId))
        .where(and(isNotDeleted, eq(memories.layer, "session"), isNotNull(conversations.endedAt))),
    )
    .limit(SWEEP);
  for (const { agentId, id } of expired) await forgetFact(agentId, id, { author: "system", cause: null });
  await deleteForgotten(UNDO_DAYS, SWEEP);
}
