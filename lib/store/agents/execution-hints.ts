import type { ErrorCategory, ToldHint } from "@/lib/shared/executions";
import { sql } from "@/lib/store/db";
import { given, type Sql } from "@/lib/store/given";

const WEEK = "7 days";
const SHOWN = 5;
/** Of each category, so many of the newest failures are looked at. */
const MAX_EXAMPLES = 100;
const MAX_EXAMPLE = 400;

export type Failures = {
  total: number;
  failed: number;
  /** The most frequent first; `errors` are the newest, but for those that may hold text of the web. */
  kinds: { category: ErrorCategory; errors: string[] }[];
};

/** How an agent's code did in the last 7 days, and of the `most` kinds that failed most what it said. */
export async function readFailures(agentId: string, most: number): Promise<Failures> {
  const [row] = await sql()<[Failures?]>`
    with week as (
      select success, error_category from executions
      where agent_id = ${agentId} and created_at >= now() - ${WEEK}::interval),
    kinds as (
      select error_category as category, count(*) as count from week where not success
      group by 1 order by 2 desc, 1 limit ${most})
    select (select count(*)::int from week) as total, (select count(*)::int from week where not success) as failed,
      coalesce((select json_agg(json_build_object('category', k.category, 'errors', (
        select coalesce(json_agg(e.error), '[]') from (
          select left(stderr, ${MAX_EXAMPLE}) as error from executions
          where agent_id = ${agentId} and not success and error_category = k.category and not from_web
            and created_at >= now() - ${WEEK}::interval
          order by created_at desc limit ${MAX_EXAMPLES}) e)) order by k.count desc, k.category) from kinds k), '[]') as kinds`;
  return row ?? { total: 0, failed: 0, kinds: [] };
}

type Hint = { categories: readonly ErrorCategory[]; text: string };

/** From now on this is told, or nothing. What is about the same kinds is the same hint, in other words. */
export async function keepHint(agentId: string, hint: Hint | null): Promise<void> {
  const [told] = await sql()<{ categories: string; text: string }[]>`
    select categories, text from execution_hints where agent_id = ${agentId} and ended_at is null`;
  const categories = hint?.categories.join(" ");
  if (told?.categories === categories && told?.text === hint?.text) return;
  await sql().begin(async (tx) => {
    if (told && told.categories !== categories)
      await tx`update execution_hints set ended_at = now() where agent_id = ${agentId} and ended_at is null`;
    if (hint && categories !== undefined)
      await tx`
        insert into execution_hints (agent_id, categories, text) values (${agentId}, ${categories}, ${hint.text})
        on conflict (agent_id) where ended_at is null do update set categories = excluded.categories, text = excluded.text`;
  });
}

/** What was told, the newest first, with how runs went in the week before each and from then on. */
export async function readHints(agentId: string): Promise<ToldHint[]> {
  const rows = await sql()<(Omit<ToldHint, "categories"> & { categories: string })[]>`
    select h.id, h.categories, h.text, h.created_at as since, h.ended_at as until,
      ${rates(sql()`h.created_at - ${WEEK}::interval`, sql()`h.created_at`)} as before,
      ${rates(sql()`h.created_at`, sql()`coalesce(h.ended_at, now())`)} as after
    from execution_hints h where h.agent_id = ${agentId} order by h.created_at desc limit ${SHOWN}`;
  return rows.map(({ categories, since, until, ...row }) => ({
    ...row,
    categories: categories.split(" ") as ErrorCategory[],
    since: new Date(since).toISOString(),
    until: until && new Date(until).toISOString(),
  }));
}

/** The runs of code between two times, for a hint `h`. */
const rates = (from: Sql, to: Sql) => sql()`(
  select json_build_object('total', count(*), 'failed', count(*) filter (where not e.success),
    'ofKinds', count(*) filter (where e.error_category = any(string_to_array(h.categories, ' '))))
  from ${given({ from, to })}, executions e
  where e.agent_id = h.agent_id and e.created_at >= given."from" and e.created_at < given."to")`;
