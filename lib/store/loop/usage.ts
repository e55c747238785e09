import { asc, desc, eq, sql as raw } from "drizzle-orm";
import { jobs, modelCalls } from "@/drizzle/schema";
import type { UsageView } from "@/lib/shared/settings";
import { db } from "@/lib/store/db";

const { model, unattended, inputTokens, cachedTokens, outputTokens, cost, createdAt } = modelCalls;
const sum = (column: typeof inputTokens | typeof cachedTokens | typeof outputTokens) =>
  raw<number>`sum(${column})::float8`;

/**
 * Returns usage of the last `days` days including today: one row per day, model and job, newest first. Days
 * are in `timeZone`.
 */
export async function readUsage(
  agentId: string,
  days: number,
  timeZone: string,
): Promise<UsageView["usage"]> {
  const day = raw<string>`to_char(${createdAt} at time zone ${timeZone}::text, 'YYYY-MM-DD')`.as("day");
  const spent = raw<number | null>`sum(${cost})`.as("spent");
  const written = sum(outputTokens).as("written");
  return db()
    .select({
      ...{ day, model, unattended, job: jobs.name },
      calls: raw<number>`count(*)::float8`,
      ...{
        inputTokens: sum(inputTokens),
        cachedTokens: sum(cachedTokens),
        outputTokens: written,
        cost: spent,
      },
      unpricedCalls: raw<number>`count(*) filter (where ${cost} is null)::float8`,
    })
    .from(modelCalls)
    .leftJoin(jobs, eq(jobs.id, modelCalls.jobId))
    .where(isWithin(agentId, days, timeZone))
    .groupBy(raw`1, 2, 3, 4`)
    .orderBy(
      ...[desc(day), raw`${spent} desc nulls last`, desc(written), asc(model)],
      raw`${jobs.name} nulls first`,
    );
}

/** SQL condition for model calls of the last `days` days including today. */
const isWithin = (agentId: string, days: number, timeZone: string) =>
  raw`${modelCalls.agentId} = ${agentId} and ${createdAt} >=
    (date_trunc('day', now() at time zone ${timeZone}::text) - ${days - 1}::int * interval '1 day') at time zone ${timeZone}::text`;

export type MemberUsage = { memberId: string; calls: number; tokens: number; cost: number | null };

/** Returns the usage of each member in the last `days` days including today, the most expensive first. */
export async function readUsageByMember(
  agentId: string,
  days: number,
  timeZone: string,
): Promise<MemberUsage[]> {
  const { memberId } = modelCalls;
  const spent = raw<number | null>`sum(${cost})`.as("spent");
  const tokens = raw<number>`sum(${inputTokens} + ${outputTokens})::float8`.as("tokens");
  return db()
    .select({ memberId, calls: raw<number>`count(*)::float8`, tokens, cost: spent })
    .from(modelCalls)
    .where(isWithin(agentId, days, timeZone))
    .groupBy(memberId)
    .orderBy(raw`${spent} desc nulls last`, desc(tokens), asc(memberId));
}

export type TokenTotals = { model: string; input: number; cached: number; output: number };

export const readTokens = async (): Promise<TokenTotals[]> =>
  db()
    .select({ model, input: sum(inputTokens), cached: sum(cachedTokens), output: sum(outputTokens) })
    .from(modelCalls)
    .groupBy(model)
    .orderBy(asc(model));
