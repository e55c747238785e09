import { AppError } from "@/lib/shared/errors";
import type {
  ErrorCategory,
  EXECUTION_STATUSES,
  Execution,
  ExecutionPage,
  ExecutionStats,
  ExecutionSummary,
} from "@/lib/shared/executions";
import { relaxedSql, sql } from "@/lib/store/db";
import type { ExecutionRow } from "@/lib/store/rows";

const KEPT_DAYS = 30;
const PAGE = 50;
/** Characters of a text in a list. */
const MAX_START = 2_000;
const EXAMPLES = 3;
const MAX_EXAMPLE = 300;
/** So many are removed at once that nobody has to wait. */
const AT_ONCE = 1_000;

export type NewExecution = Omit<ExecutionRow, "createdAt">;

/** Keeps a run without waiting for the disk; not where its agent is gone. A conversation that is gone is not named. */
export async function insertExecution(row: NewExecution): Promise<void> {
  await relaxedSql()`
    insert into executions (id, agent_id, runner, tool, code, stdout, stderr, exit_code, duration_ms, success,
      conversation_id, message_id, tool_call_id, trigger_message, llm_reasoning, error_category, from_web)
    select ${row.id}, a.id, ${row.runner}, ${row.tool}, ${row.code}, ${row.stdout}, ${row.stderr}, ${row.exitCode},
      ${row.durationMs}, ${row.success}, c.id, ${row.messageId}, ${row.toolCallId}, ${row.triggerMessage},
      ${row.llmReasoning}, ${row.errorCategory}, ${row.fromWeb}
    from agents a left join conversations c on c.id = ${row.conversationId}::uuid and c.agent_id = a.id
    where a.id = ${row.agentId}`;
}

type Filter = {
  status?: (typeof EXECUTION_STATUSES)[number];
  category?: ErrorCategory;
  conversation?: string;
  cursor?: string;
  limit?: number;
};

/** Newest first, without those of conversations that are deleted. */
export async function listExecutions(
  agentId: string,
  { status, category, conversation, cursor, limit = PAGE }: Filter = {},
): Promise<ExecutionPage> {
  const [micros, after] = cursor === undefined ? [null, null] : parseCursor(cursor);
  const rows = await sql()<(ExecutionSummary & { micros: string })[]>`
    select ${columns()}, left(e.code, ${MAX_START}) as code, left(e.stderr, ${MAX_START}) as stderr, (
        select case when n.success then 'success' else 'failed' end from executions n
        where not e.success and n.conversation_id = e.conversation_id and n.created_at > e.created_at and n.tool = e.tool
        order by n.created_at limit 1) as retry,
      (extract(epoch from e.created_at) * 1000000)::bigint::text as micros
    from executions e left join conversations c on c.id = e.conversation_id
    where e.agent_id = ${agentId} and c.deleted_at is null
      ${status === undefined ? sql()`` : status === "failed" ? sql()`and not e.success` : sql()`and e.success`}
      ${category === undefined ? sql()`` : sql()`and not e.success and e.error_category = ${category}`}
      ${conversation === undefined ? sql()`` : sql()`and e.conversation_id = ${conversation}`}
      ${micros === null ? sql()`` : sql()`and (e.created_at, e.id) < (to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${after}::uuid)`}
    order by e.created_at desc, e.id desc limit ${limit + 1}`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    executions: page.map(({ micros: _, ...row }) => ({ ...row, createdAt: toIso(row.createdAt) })),
    ...(rows.length > limit && last && { nextCursor: `${last.micros}_${last.id}` }),
  };
}

/** One run, and the parts of the message in which its call stands; none of a conversation that is deleted. */
export async function readExecution(
  agentId: string,
  id: string,
): Promise<{ execution: Omit<Execution, "next">; parts: unknown }> {
  const [row] = await sql()<[(Omit<Execution, "next"> & { parts: unknown })?]>`
    select ${columns()}, e.code, e.stdout, e.stderr, e.trigger_message as "triggerMessage", e.llm_reasoning as "llmReasoning", m.parts
    from executions e left join conversations c on c.id = e.conversation_id
    left join messages m on m.conversation_id = e.conversation_id and m.id = e.message_id
    where e.agent_id = ${agentId} and e.id = ${id} and c.deleted_at is null`;
  if (!row)
    throw new AppError(
      "not_found",
      `There is no execution ${id}: they are kept for ${KEPT_DAYS} days. List them to see what is there.`,
    );
  const { parts, ...execution } = row;
  return { execution: { ...execution, createdAt: toIso(execution.createdAt) }, parts };
}

/** What the call was made with that ran it; null where none did. */
export async function readInput({
  conversationId,
  messageId,
  toolCallId,
}: Pick<Execution, "conversationId" | "messageId" | "toolCallId">): Promise<unknown> {
  const [row] = await sql()<[{ input: unknown }?]>`
    select input from tool_calls
    where conversation_id = ${conversationId} and message_id = ${messageId} and tool_call_id = ${toolCallId}`;
  return row?.input ?? null;
}

/** Figures of the last `days`; days of the chart are those of `timeZone`. */
export async function readExecutionStats(
  agentId: string,
  days: number,
  timeZone: string,
): Promise<ExecutionStats> {
  const since = () => sql()`
    (date_trunc('day', now() at time zone ${timeZone}::text) - ${days - 1}::int * interval '1 day') at time zone ${timeZone}::text`;
  const [figures, errors] = await Promise.all([
    sql()<Day[]>`
      with counted as (
        select date_trunc('day', created_at at time zone ${timeZone}::text) as day, count(*) as total,
          count(*) filter (where not success) as failed, sum(duration_ms::bigint) as ms
        from executions where agent_id = ${agentId} and created_at >= ${since()} group by 1)
      select to_char(d, 'YYYY-MM-DD') as day, coalesce(total, 0)::int as total, coalesce(failed, 0)::int as failed,
        coalesce(ms, 0)::float8 as ms
      from generate_series(date_trunc('day', now() at time zone ${timeZone}::text) - ${days - 1}::int * interval '1 day',
        date_trunc('day', now() at time zone ${timeZone}::text), interval '1 day') d left join counted on counted.day = d
      order by d`,
    sql()<ExecutionStats["errors"]>`
      select f.category, f.count, (
        select coalesce(json_agg(x), '[]') from (
          select e.id, left(e.stderr, ${MAX_EXAMPLE}) as error, left(e.code, ${MAX_EXAMPLE}) as code
          from executions e left join conversations c on c.id = e.conversation_id
          where e.agent_id = ${agentId} and not e.success and e.error_category = f.category and e.created_at >= ${since()}
            and c.deleted_at is null
          order by e.created_at desc, e.id desc limit ${EXAMPLES}) x) as examples
      from (select error_category as category, count(*)::int as count from executions
        where agent_id = ${agentId} and not success and created_at >= ${since()} group by 1) f
      order by f.count desc, f.category`,
  ]);
  const sum = (of: (day: Day) => number) => figures.reduce((all, day) => all + of(day), 0);
  const [total, failed] = [sum((day) => day.total), sum((day) => day.failed)];
  return {
    ...{ total, successful: total - failed, failed },
    avgDurationMs: total === 0 ? 0 : Math.round(sum(({ ms }) => ms) / total),
    errors: [...errors],
    days: figures.map(({ ms: _, ...day }) => day),
  };
}

type Day = ExecutionStats["days"][number] & { ms: number };

/** Removes what is older than 30 days. */
export async function forgetOldExecutions(days = KEPT_DAYS): Promise<void> {
  for (const { id } of await sql()<{ id: string }[]>`select id from agents`)
    for (;;) {
      const { count } = await relaxedSql()`
        delete from executions where id in (
          select id from executions where agent_id = ${id} and created_at < now() - ${days} * interval '1 day'
          order by created_at limit ${AT_ONCE})`;
      if (count < AT_ONCE) break;
    }
}

const columns = () => sql()`
  e.id, e.runner, e.tool, e.exit_code as "exitCode", e.duration_ms as "durationMs", e.success,
  e.error_category as "errorCategory", e.conversation_id as "conversationId", e.message_id as "messageId",
  e.tool_call_id as "toolCallId", c.title, e.created_at as "createdAt"`;

function parseCursor(cursor: string): [string, string] {
  const [, micros, id] = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? [];
  if (micros !== undefined && id !== undefined) return [micros, id];
  throw new AppError("invalid", "cursor: it is not one that a list gave. Leave it out to begin at the top.");
}

const toIso = (time: string): string => new Date(time).toISOString();
