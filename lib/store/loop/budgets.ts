import { and, eq, isNull, sql as raw } from "drizzle-orm";
import { budgetDays, reservations, runs, subagents } from "@/drizzle/schema";
import { type Amounts, type Budget, DEFAULT_BUDGET } from "@/lib/shared/budget";
import { leveled, notOwn, publishSettings, type Scope } from "@/lib/store/agents/change-settings";
import { serverTimeZone, settingOf } from "@/lib/store/agents/settings";
import { commitAhead } from "@/lib/store/commit";
import { asJson, db, sql } from "@/lib/store/db";
import { deleteReservations, isOngoing, settleDead } from "@/lib/store/hot/budgets";
import type { Sql } from "@/lib/store/sql-fragments";

export type Spender = {
  agentId: string;
  unattended: boolean;
  jobId: string | null;
  /** The run that makes the call, and the attempt of that run. A call without a run expires after 10 minutes. */
  runId: string | null;
  attempt: number | null;
  /**
   * Other agents that pay for the call, too. It counts towards each of their budgets, and each must have room
   * for it.
   */
  payers?: readonly string[];
};

/** Returns the payer of a run. A run that no longer exists counts as attended. */
export async function readSpender(agentId: string, runId: string): Promise<Spender> {
  const { unattended, jobId, attempt } = runs;
  const [run] = await db()
    .select({ unattended, jobId, attempt, payers: subagents.payers })
    .from(runs)
    .leftJoin(subagents, and(eq(subagents.conversationId, runs.conversationId), isNull(subagents.settledAt)))
    .where(and(eq(runs.id, runId), eq(runs.agentId, agentId)));
  if (!run) return { agentId, runId, unattended: false, jobId: null, attempt: null };
  return { agentId, runId, ...run, payers: run.payers ?? [] };
}

/**
 * Maximum cost of a call. `goesWith`: the main reservation if this one reserves from another agent's budget
 * for the same call. Both are settled together.
 */
export type WorstCase = { id: string; model: string; usd: number; tokens: number; goesWith?: string };

export type BudgetDay = { startsAt: string; endsAt: string; timeZone: string; used: Amounts; budget: Budget };

/**
 * Reserves the maximum cost of a call in one statement, so that concurrent reservations never exceed the
 * day's budget. Idempotent by id. Returns null on success, or the day whose budget would be exceeded.
 */
export async function reserve(spender: Spender, call: WorstCase, at?: string): Promise<BudgetDay | null> {
  for (;;) {
    const { isHeld, isBegun, ...day } = await commitAhead(async (on) => {
      const [row] = await on<(DayRow & { isHeld: boolean; isBegun: boolean })[]>`
        with ${today(spender.agentId, instant(at))}, held as (
          update budget_days d set ${added(call, spender.unattended)}
          from day, budget b
          where d.agent_id = ${spender.agentId} and d.starts_at = day.starts_at
            and not exists (select from reservations where id = ${call.id})
            and ${fits(sql()`b.day_usd`, sql()`d.usd`, call.usd)} and ${fits(sql()`b.day_tokens`, sql()`d.tokens`, call.tokens)}
            and (not ${spender.unattended} or (${fits(sql()`b.unattended_usd`, sql()`d.unattended_usd`, call.usd)}
              and ${fits(sql()`b.unattended_tokens`, sql()`d.unattended_tokens`, call.tokens)}))
          returning d.agent_id
        ), made as (
          insert into reservations (id, agent_id, model, usd, tokens, unattended, job_id, run_id, attempt, goes_with, created_at)
          select ${call.id}, agent_id, ${call.model}, ${call.usd}, ${call.tokens}, ${spender.unattended}, ${spender.jobId},
            ${spender.runId}, ${spender.attempt}, ${call.goesWith ?? null}, ${instant(at)} from held
        )
        select exists (select from held) or exists (select from reservations where id = ${call.id}) as "isHeld",
          d.agent_id is not null as "isBegun", ${dayColumns(sql()`d`)}
        from day cross join budget b left join budget_days d on d.agent_id = ${spender.agentId} and d.starts_at = day.starts_at`;
      if (!row) throw new Error(`There is no agent ${spender.agentId}`);
      return row;
    });
    if (isHeld) return null;
    if (isBegun) return asDay(day);
    await beginDay(spender.agentId, at);
  }
}

/**
 * Releases the reservation of a call that the provider did not accept, and those linked to it by `goesWith`.
 */
export async function release(id: string): Promise<void> {
  await commitAhead((on) => deleteReservations(on, id));
}

type Sums = { spent: Amounts; reserved: Amounts; uncertain: Amounts };

/** Returns the agent's current day: limits and spent, reserved and uncertain amounts. */
export async function readBudgetDay(agentId: string, at?: string): Promise<BudgetDay & Sums> {
  const [row] = await sql()<(DayRow & Sums)[]>`
    with ${today(agentId, instant(at))}, open as (
      select r.*, ${isOngoing()} as goes_on
      from reservations r, day where r.agent_id = ${agentId} and r.created_at >= day.starts_at and r.created_at < day.ends_at
    ), spent as (
      select round(coalesce(c.cost, 0)::numeric, 9) as usd, c.input_tokens + c.output_tokens as tokens, c.unattended
      from model_calls c, day where c.agent_id = ${agentId} and c.created_at >= day.starts_at and c.created_at < day.ends_at
    ), used as (
      select usd, tokens, unattended from spent union all select usd, tokens, unattended from open
    ), d as (select coalesce(sum(usd), 0) as usd, coalesce(sum(tokens), 0) as tokens,
      coalesce(sum(usd) filter (where unattended), 0) as unattended_usd,
      coalesce(sum(tokens) filter (where unattended), 0) as unattended_tokens from used)
    select ${dayColumns(sql()`d`)}, (select ${amounts()} from spent) as spent, (select ${amounts()} from open) as reserved,
      (select ${amounts()} from open where not goes_on) as uncertain
    from day cross join budget b cross join d`;
  if (!row) throw new Error(`There is no agent ${agentId}`);
  const { spent, reserved, uncertain } = row;
  return { ...asDay(row), spent, reserved, uncertain };
}

/**
 * Age at which a reservation counts as left over from a dead server. Calls without a run never take longer.
 */
const DEAD_AFTER_MS = 600_000;

/** Settles reservations of calls that no server is making any more. Returns their number. */
export async function settleDeadCalls(): Promise<number> {
  const [row] = await settleDead(DEAD_AFTER_MS);
  return row?.count ?? 0;
}

/** Changes the given limits; null means no limit. `scope` selects the level, as in `changeSettings`. */
export async function changeBudget(agentId: string, change: Partial<Budget>, scope?: Scope): Promise<void> {
  const [row] = await sql()<{ agents: string[] | null }[]>`
    with given as (${leveled(agentId, { budget: change }, scope)}), shared as (
      insert into workspace_settings (key, value)
      select key, (${asJson(DEFAULT_BUDGET)}::jsonb || value::jsonb)::json from given where is_shared
      on conflict (key) do update
      set value = (workspace_settings.value::jsonb || ${asJson(change)}::jsonb)::json, updated_at = now() returning key
    ), ${notOwn(agentId)}, own as (
      insert into settings (agent_id, key, value)
      select ${agentId}, key, case when exists (select from workspace_settings w where w.key = given.key) then value
        else (${asJson(DEFAULT_BUDGET)}::jsonb || value::jsonb)::json end from given where not is_shared
      on conflict (agent_id, key) do update
      set value = (settings.value::jsonb || excluded.value::jsonb)::json, updated_at = now()
    )
    select case when exists (select from shared) then (select json_agg(id) from agents) end as agents`;
  publishSettings(row?.agents ?? [agentId]);
}

/**
 * Starts a budget day with the amounts used so far. The table locks block new calls and reservations, so that
 * each is counted once.
 */
async function beginDay(agentId: string, at?: string): Promise<void> {
  await sql().begin(async (tx) => {
    await tx`lock table reservations, model_calls in share mode`;
    await tx`
      with ${today(agentId, instant(at))}, used as (
        select round(coalesce(c.cost, 0)::numeric, 9) as usd, c.input_tokens + c.output_tokens as tokens, c.unattended
        from model_calls c, day where c.agent_id = ${agentId} and c.created_at >= day.starts_at and c.created_at < day.ends_at
        union all
        select r.usd, r.tokens, r.unattended
        from reservations r, day where r.agent_id = ${agentId} and r.created_at >= day.starts_at and r.created_at < day.ends_at
      )
      insert into budget_days (agent_id, starts_at, ends_at, usd, tokens, unattended_usd, unattended_tokens)
      select ${agentId}, day.starts_at, day.ends_at, coalesce(sum(usd), 0), coalesce(sum(tokens), 0),
        coalesce(sum(usd) filter (where unattended), 0), coalesce(sum(tokens) filter (where unattended), 0)
      from day left join used on true group by day.starts_at, day.ends_at
      on conflict (agent_id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at, usd = excluded.usd,
        tokens = excluded.tokens, unattended_usd = excluded.unattended_usd, unattended_tokens = excluded.unattended_tokens
      where budget_days.starts_at <> excluded.starts_at`;
  });
  // Delete old reservations, which no longer count.
  const begin = db()
    .select({ startsAt: budgetDays.startsAt })
    .from(budgetDays)
    .where(eq(budgetDays.agentId, agentId));
  await db()
    .delete(reservations)
    .where(
      and(eq(reservations.agentId, agentId), raw`${reservations.createdAt} < ${begin} - interval '2 days'`),
    );
}

/** SQL for the current time. Tests pass another one. */
const instant = (at?: string): Sql => (at ? sql()`${at}::timestamptz` : sql()`now()`);

/** CTEs `budget`, with the current limits, and `day`, the agent's day that contains `at`. */
const today = (agentId: string, at: Sql): Sql => sql()`
  budget as (
    select (b.value->>'dayUsd')::numeric as day_usd, (b.value->>'dayTokens')::numeric as day_tokens,
      case when b.value is null then ${DEFAULT_BUDGET.unattendedDayUsd}::numeric
        else (b.value->>'unattendedDayUsd')::numeric end as unattended_usd,
      case when b.value is null then ${DEFAULT_BUDGET.unattendedDayTokens}::numeric
        else (b.value->>'unattendedDayTokens')::numeric end as unattended_tokens,
      coalesce(g.value->>'timeZone', ${serverTimeZone}) as zone
    from agents a
      cross join lateral (select ${settingOf(sql()`a.id`, "budget")} as value) b
      cross join lateral (select ${settingOf(sql()`a.id`, "general")} as value) g
    where a.id = ${agentId}
  ), day as (
    select ${startOf(sql()`date`)} as starts_at, ${startOf(sql()`(date + interval '1 day')`)} as ends_at
    from (select date_trunc('day', ${at} at time zone zone) as date, zone from budget) local
  )`;

/** SQL for the start of a day. If clocks are set back at midnight, this is the first of the two midnights. */
function startOf(date: Sql): Sql {
  const midnight = sql()`(${date} at time zone zone)`;
  return sql()`case when (${midnight} - interval '1 hour') at time zone zone >= ${date}
    then ${midnight} - interval '1 hour' else ${midnight} end`;
}

/** SQL condition: the limit has room for `more`. A limit of zero blocks every call, even free ones. */
const fits = (limit: Sql, used: Sql, more: number): Sql =>
  sql()`(${limit} is null or (${limit} > 0 and ${used} + ${more}::numeric <= ${limit}))`;

function added({ usd, tokens }: WorstCase, unattended: boolean): Sql {
  return sql()`usd = d.usd + ${usd}::numeric, tokens = d.tokens + ${tokens}::numeric,
    unattended_usd = d.unattended_usd + ${unattended ? usd : 0}::numeric,
    unattended_tokens = d.unattended_tokens + ${unattended ? tokens : 0}::numeric`;
}

type DayRow = Budget & Amounts & { startsAt: string; endsAt: string; timeZone: string };

const dayColumns = (d: Sql): Sql => sql()`
  b.day_usd::float8 as "dayUsd", b.day_tokens::float8 as "dayTokens", b.unattended_usd::float8 as "unattendedDayUsd",
  b.unattended_tokens::float8 as "unattendedDayTokens", b.zone as "timeZone",
  to_json(day.starts_at) as "startsAt", to_json(day.ends_at) as "endsAt",
  ${d}.usd::float8 as usd, ${d}.tokens::float8 as tokens, ${d}.unattended_usd::float8 as "unattendedUsd",
  ${d}.unattended_tokens::float8 as "unattendedTokens"`;

function asDay(row: DayRow): BudgetDay {
  const { startsAt, endsAt, timeZone, usd, tokens, unattendedUsd, unattendedTokens } = row;
  const { dayUsd, dayTokens, unattendedDayUsd, unattendedDayTokens } = row;
  return {
    ...{ startsAt: new Date(startsAt).toISOString(), endsAt: new Date(endsAt).toISOString(), timeZone },
    used: { usd, tokens, unattendedUsd, unattendedTokens },
    budget: { dayUsd, dayTokens, unattendedDayUsd, unattendedDayTokens },
  };
}

const amounts = (): Sql => sql()`json_build_object(
  'usd', coalesce(sum(usd), 0), 'tokens', coalesce(sum(tokens), 0),
  'unattendedUsd', coalesce(sum(usd) filter (where unattended), 0),
  'unattendedTokens', coalesce(sum(tokens) filter (where unattended), 0))`;
