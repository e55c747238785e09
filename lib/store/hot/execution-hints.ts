import type { ErrorCategory } from "@/lib/shared/executions";
import { sql } from "@/lib/store/db";

export type Failures = {
  total: number;
  failed: number;
  /** The most frequent first; `errors` are the newest, but for those that may hold text of the web. */
  kinds: { category: ErrorCategory; errors: string[] }[];
};

type Bounds = {
  /** An interval of Postgres. */
  span: string;
  /** So many kinds. */
  kinds: number;
  /** Of each kind, so many errors, and of each of them so many characters. */
  errors: number;
  chars: number;
};

/** How an agent's code did within a span that ends now. By hand: it counts in CTEs and makes JSON of a query for each row. */
export const findFailures = (agentId: string, { span, kinds, errors, chars }: Bounds) =>
  sql()<[Failures?]>`
    with week as (
      select success, error_category from executions
      where agent_id = ${agentId} and created_at >= now() - ${span}::interval),
    kinds as (
      select error_category as category, count(*) as count from week where not success
      group by 1 order by 2 desc, 1 limit ${kinds})
    select (select count(*)::int from week) as total, (select count(*)::int from week where not success) as failed,
      coalesce((select json_agg(json_build_object('category', k.category, 'errors', (
        select coalesce(json_agg(e.error), '[]') from (
          select left(stderr, ${chars}) as error from executions
          where agent_id = ${agentId} and not success and error_category = k.category and not from_web
            and created_at >= now() - ${span}::interval
          order by created_at desc limit ${errors}) e)) order by k.count desc, k.category) from kinds k), '[]') as kinds`;
