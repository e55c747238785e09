import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, not, notInArray, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { agents, conversations, executions, messages, toolCalls } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type {
  ErrorCategory,
  EXECUTION_STATUSES,
  Execution,
  ExecutionPage,
  ExecutionStats,
  RecordedAnswer,
} from "@/lib/shared/executions";
import { db, relaxedSql } from "@/lib/store/db";
import { type Day, type NewExecution, putExecution, readDays, readErrors } from "@/lib/store/hot/executions";
import { isUnderVisible } from "@/lib/store/members/visible";

export type { NewExecution };

const RETENTION_DAYS = 30;
const PAGE = 50;
/** Characters of code and stderr in a list. */
const MAX_START = 2_000;
const EXAMPLES = 3;
const MAX_EXAMPLE = 300;
/** Maximum number deleted per statement, to keep locks short. */
const AT_ONCE = 1_000;

/**
 * Stores an execution without waiting for the disk. Skips it if the agent is gone, and leaves out a
 * conversation that is gone.
 */
export async function insertExecution(row: NewExecution): Promise<void> {
  await putExecution(row);
  if (row.answers) await forgetOldAnswers(row);
}

/** Runs of a tool whose answers are stored. */
const ANSWERED = 20;

async function forgetOldAnswers({ agentId, tool }: NewExecution): Promise<void> {
  const newest = alias(executions, "newest_answers");
  const kept = db()
    .select({ id: newest.id })
    .from(newest)
    .where(and(eq(newest.agentId, agentId), eq(newest.tool, tool), isNotNull(newest.answers)))
    .orderBy(desc(newest.createdAt))
    .limit(ANSWERED);
  await db(relaxedSql())
    .update(executions)
    .set({ answers: null })
    .where(
      and(
        ...[eq(executions.agentId, agentId), eq(executions.tool, tool), isNotNull(executions.answers)],
        notInArray(executions.id, kept),
      ),
    );
}

/** Returns the newest recorded answers to a tool by their requests, without those of conversations that are deleted or hidden. */
export async function readAnswers(
  agentId: string,
  tool: string,
): Promise<ReadonlyMap<string, RecordedAnswer>> {
  const rows = await db()
    .select({ answers: executions.answers })
    .from(executions)
    .leftJoin(conversations, eq(conversations.id, executions.conversationId))
    .where(
      and(
        ...[eq(executions.agentId, agentId), eq(executions.tool, tool), isNotNull(executions.answers)],
        ...[isNull(conversations.deletedAt), isUnderVisible()],
      ),
    )
    .orderBy(asc(executions.createdAt));
  return new Map(rows.flatMap(({ answers }) => (answers ?? []).map((one) => [one.request, one] as const)));
}

type Filter = {
  status?: (typeof EXECUTION_STATUSES)[number];
  category?: ErrorCategory;
  conversation?: string;
  cursor?: string;
  limit?: number;
};

/** Lists executions, newest first, without those of deleted conversations. */
export async function listExecutions(
  agentId: string,
  { status, category, conversation, cursor, limit = PAGE }: Filter = {},
): Promise<ExecutionPage> {
  const [micros, after] = cursor === undefined ? [null, null] : parseCursor(cursor);
  const { id, code, stderr, success, tool, conversationId, errorCategory, createdAt } = executions;
  const later = alias(executions, "later_executions");
  const retry = db()
    .select({ outcome: raw`case when ${later.success} then 'success' else 'failed' end` })
    .from(later)
    .where(
      and(
        ...[not(success), eq(later.conversationId, conversationId)],
        ...[gt(later.createdAt, createdAt), eq(later.tool, tool)],
      ),
    )
    .orderBy(asc(later.createdAt))
    .limit(1);
  const rows = await db()
    .select({
      ...COLUMNS,
      code: raw<string>`left(${code}, ${MAX_START})`,
      stderr: raw<string>`left(${stderr}, ${MAX_START})`,
      retry: raw<(typeof EXECUTION_STATUSES)[number] | null>`(${retry})`,
      micros: raw<string>`(extract(epoch from ${createdAt}) * 1000000)::bigint::text`,
    })
    .from(executions)
    .leftJoin(conversations, eq(conversations.id, conversationId))
    .where(
      and(
        ...[eq(executions.agentId, agentId), isNull(conversations.deletedAt), isUnderVisible()],
        status && (status === "failed" ? not(success) : raw`${success}`),
        category && and(not(success), eq(errorCategory, category)),
        conversation === undefined ? undefined : eq(conversationId, conversation),
        micros === null
          ? undefined
          : raw`(${createdAt}, ${id}) < (to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${after}::uuid)`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    executions: page.map(({ micros: _, ...row }) => ({ ...row, createdAt: toIso(row.createdAt) })),
    ...(rows.length > limit && last && { nextCursor: `${last.micros}_${last.id}` }),
  };
}

/**
 * Returns an execution and the parts of the message that contains its call. Throws `not_found`, also if the
 * conversation was deleted.
 */
export async function readExecution(
  agentId: string,
  id: string,
): Promise<{ execution: Omit<Execution, "next">; parts: unknown }> {
  const { code, stdout, stderr, triggerMessage, llmReasoning, conversationId, messageId } = executions;
  const [row] = await db()
    .select({ ...COLUMNS, code, stdout, stderr, triggerMessage, llmReasoning, parts: messages.parts })
    .from(executions)
    .leftJoin(conversations, eq(conversations.id, conversationId))
    .leftJoin(messages, and(eq(messages.conversationId, conversationId), eq(messages.id, messageId)))
    .where(
      and(
        eq(executions.agentId, agentId),
        eq(executions.id, id),
        isNull(conversations.deletedAt),
        isUnderVisible(),
      ),
    );
  if (!row)
    throw new AppError(
      "not_found",
      `There is no execution ${id}. Executions are kept for ${RETENTION_DAYS} days. List them to see their ids.`,
    );
  const { parts, ...execution } = row;
  return { execution: { ...execution, createdAt: toIso(execution.createdAt) }, parts };
}

export async function readInput({
  conversationId,
  messageId,
  toolCallId,
}: Pick<Execution, "conversationId" | "messageId" | "toolCallId">): Promise<unknown> {
  if (conversationId === null || messageId === null || toolCallId === null) return null;
  const [row] = await db()
    .select({ input: toolCalls.input })
    .from(toolCalls)
    .where(
      and(
        eq(toolCalls.conversationId, conversationId),
        eq(toolCalls.messageId, messageId),
        eq(toolCalls.toolCallId, toolCallId),
      ),
    );
  return row?.input ?? null;
}

/** Returns statistics of the last `days` days. The chart's days are in `timeZone`. */
export async function readExecutionStats(
  agentId: string,
  days: number,
  timeZone: string,
): Promise<ExecutionStats> {
  const [figures, errors] = await Promise.all([
    readDays(agentId, days, timeZone),
    readErrors(agentId, days, timeZone, { errorsPerKind: EXAMPLES, chars: MAX_EXAMPLE }),
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

export async function forgetOldExecutions(days = RETENTION_DAYS): Promise<void> {
  const old = alias(executions, "old_executions");
  for (const { id } of await db().select({ id: agents.id }).from(agents))
    for (;;) {
      const found = db()
        .select({ id: old.id })
        .from(old)
        .where(and(eq(old.agentId, id), raw`${old.createdAt} < now() - ${days} * interval '1 day'`))
        .orderBy(asc(old.createdAt))
        .limit(AT_ONCE);
      const { count } = await db(relaxedSql()).delete(executions).where(inArray(executions.id, found));
      if (count < AT_ONCE) break;
    }
}

const COLUMNS = {
  id: executions.id,
  runner: executions.runner,
  tool: executions.tool,
  exitCode: executions.exitCode,
  durationMs: executions.durationMs,
  success: executions.success,
  errorCategory: executions.errorCategory,
  conversationId: executions.conversationId,
  messageId: executions.messageId,
  toolCallId: executions.toolCallId,
  title: conversations.title,
  createdAt: executions.createdAt,
};

function parseCursor(cursor: string): [string, string] {
  const [, micros, id] = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? [];
  if (micros !== undefined && id !== undefined) return [micros, id];
  throw new AppError("invalid", "cursor: not returned by a list. Omit it to start at the beginning.");
}

const toIso = (time: string): string => new Date(time).toISOString();
