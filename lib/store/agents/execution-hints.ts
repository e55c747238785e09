import { and, desc, eq, isNull, sql as raw, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { executionHints, executions } from "@/drizzle/schema";
import type { ErrorCategory, PromptHint } from "@/lib/shared/executions";
import { db, sql } from "@/lib/store/db";
import { type Failures, findFailures } from "@/lib/store/hot/executions";

export type { Failures };

const WEEK = "7 days";
const SHOWN = 5;
const MAX_EXAMPLES = 100;
const MAX_EXAMPLE = 400;

/**
 * Returns counts of the agent's executions in the last 7 days, and errors of the `maxKinds` most frequent
 * kinds.
 */
export async function readFailures(agentId: string, maxKinds: number): Promise<Failures> {
  const bounds = { span: WEEK, kinds: maxKinds, errors: MAX_EXAMPLES, chars: MAX_EXAMPLE };
  const [row] = await findFailures(agentId, bounds);
  return row ?? { total: 0, failed: 0, kinds: [] };
}

type Hint = { categories: readonly ErrorCategory[]; text: string };

/**
 * Stores the hint that prompts show from now on; null ends it. A hint about the same categories only updates
 * the text.
 */
export async function keepHint(agentId: string, hint: Hint | null): Promise<void> {
  const isCurrent = and(eq(executionHints.agentId, agentId), isNull(executionHints.endedAt));
  const [current] = await db()
    .select({ categories: executionHints.categories, text: executionHints.text })
    .from(executionHints)
    .where(isCurrent);
  const categories = hint?.categories.join(" ");
  if (current?.categories === categories && current?.text === hint?.text) return;
  await sql().begin(async (tx) => {
    if (current && current.categories !== categories)
      await db(tx).update(executionHints).set({ endedAt: raw`now()` }).where(isCurrent);
    if (hint && categories !== undefined)
      await db(tx)
        .insert(executionHints)
        .values({ agentId, categories, text: hint.text })
        .onConflictDoUpdate({
          target: executionHints.agentId,
          targetWhere: raw`ended_at is null`,
          set: { categories, text: hint.text },
        });
  });
}

/** Lists hints, newest first, each with failure rates of the week before it and since. */
export async function readHints(agentId: string): Promise<PromptHint[]> {
  const { id, text, createdAt, endedAt } = executionHints;
  const rows = await db()
    .select({
      ...{ id, categories: executionHints.categories, text, since: createdAt, until: endedAt },
      before: rates(raw`${createdAt} - ${WEEK}::interval`, raw`${createdAt}`),
      after: rates(raw`${createdAt}`, raw`coalesce(${endedAt}, now())`),
    })
    .from(executionHints)
    .where(eq(executionHints.agentId, agentId))
    .orderBy(desc(createdAt))
    .limit(SHOWN);
  return rows.map(({ categories, since, until, ...row }) => ({
    ...row,
    categories: categories.split(" ") as ErrorCategory[],
    since: new Date(since).toISOString(),
    until: until && new Date(until).toISOString(),
  }));
}

function rates(from: SQL, to: SQL): SQL<PromptHint["before"]> {
  const counted = alias(executions, "counted_executions");
  // Nest the column in an SQL fragment, so that drizzle writes it with its table name.
  const categories = raw`${executionHints.categories}`;
  const query = db()
    .select({
      rates: raw`json_build_object('total', count(*), 'failed', count(*) filter (where not ${counted.success}),
        'ofKinds', count(*) filter (where ${counted.errorCategory} = any(string_to_array(${categories}, ' '))))`,
    })
    .from(counted)
    .where(
      and(
        eq(counted.agentId, executionHints.agentId),
        raw`${counted.createdAt} >= ${from}`,
        raw`${counted.createdAt} < ${to}`,
      ),
    );
  return raw`(${query})`;
}
