import type { ErrorCategory, ExecutionStats } from "@/lib/shared/executions";
import { asJson, relaxedSql, sql } from "@/lib/store/db";
import { andVisible } from "@/lib/store/members/visible";
import type { ExecutionRow } from "@/lib/store/rows";

export type NewExecution = Omit<ExecutionRow, "createdAt" | "answers"> &
  Partial<Pick<ExecutionRow, "answers">>;

/**
 * Inserts an execution if its agent exists, without waiting for the disk. Raw SQL: inserts a selection from
 * other tables.
 */
export const putExecution = (row: NewExecution) =>
  relaxedSql()`
    insert into executions (id, agent_id, runner, tool, code, stdout, stderr, exit_code, duration_ms, success,
      conversation_id, message_id, tool_call_id, trigger_message, llm_reasoning, error_category, from_web, answers)
    select ${row.id}, a.id, ${row.runner}, ${row.tool}, ${row.code}, ${row.stdout}, ${row.stderr}, ${row.exitCode},
      ${row.durationMs}, ${row.success}, c.id, ${row.messageId}, ${row.toolCallId}, ${row.triggerMessage},
      ${row.llmReasoning}, ${row.errorCategory}, ${row.fromWeb}, ${row.answers ? asJson(row.answers) : null}::json
    from agents a left join conversations c on c.id = ${row.conversationId}::uuid and c.agent_id = a.id
    where a.id = ${row.agentId}`;

export type Day = ExecutionStats["days"][number] & { ms: number };

/**
 * Counts executions and their total duration for each of the last `days` days in `timeZone`, earliest first.
 * Raw SQL: generates rows for empty days.
 */
export const readDays = (agentId: string, days: number, timeZone: string) =>
  sql()<Day[]>`
    with counted as (
      select date_trunc('day', created_at at time zone ${timeZone}::text) as day, count(*) as total,
        count(*) filter (where not success) as failed, sum(duration_ms::bigint) as ms
      from executions where agent_id = ${agentId} and created_at >= ${since(days, timeZone)} group by 1)
    select to_char(d, 'YYYY-MM-DD') as day, coalesce(total, 0)::int as total, coalesce(failed, 0)::int as failed,
      coalesce(ms, 0)::float8 as ms
    from generate_series(date_trunc('day', now() at time zone ${timeZone}::text) - ${days - 1}::int * interval '1 day',
      date_trunc('day', now() at time zone ${timeZone}::text), interval '1 day') d left join counted on counted.day = d
    order by d`;

/** Each error is truncated to `chars` characters. */
type Examples = { errorsPerKind: number; chars: number };

/**
 * Lists the kinds of errors of the last `days` days in `timeZone`, most frequent first, with the newest
 * examples. Raw SQL: builds JSON from a query per row.
 */
export const readErrors = (
  agentId: string,
  days: number,
  timeZone: string,
  { errorsPerKind, chars }: Examples,
) =>
  sql()<ExecutionStats["errors"]>`
    select f.category, f.count, (
      select coalesce(json_agg(x), '[]') from (
        select e.id, left(e.stderr, ${chars}) as error, left(e.code, ${chars}) as code
        from executions e left join conversations c on c.id = e.conversation_id
        where e.agent_id = ${agentId} and not e.success and e.error_category = f.category and e.created_at >= ${since(days, timeZone)}
          and c.deleted_at is null ${andVisible(sql()`c`)}
        order by e.created_at desc, e.id desc limit ${errorsPerKind}) x) as examples
    from (select error_category as category, count(*)::int as count from executions
      where agent_id = ${agentId} and not success and created_at >= ${since(days, timeZone)} group by 1) f
    order by f.count desc, f.category`;

const since = (days: number, timeZone: string) => sql()`
  (date_trunc('day', now() at time zone ${timeZone}::text) - ${days - 1}::int * interval '1 day') at time zone ${timeZone}::text`;

export type Failures = {
  total: number;
  failed: number;
  /** Most frequent first; `errors` are the newest, without errors that may include web text. */
  kinds: { category: ErrorCategory; errors: string[] }[];
};

type Bounds = {
  span: string;
  kinds: number;
  errors: number;
  chars: number;
};

/**
 * Summarises the agent's executions within the past span. Raw SQL: counts in CTEs and builds JSON from a
 * query per row.
 */
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
