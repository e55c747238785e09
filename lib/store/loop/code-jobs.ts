import { and, asc, count, desc, eq, inArray, isNull, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { conversations, messages, runs } from "@/drizzle/schema";
import { db } from "@/lib/store/db";
import type { RunStatus } from "./run-context";

export type CodeJob = {
  /** Status of the job's run; null before the first run. */
  status: RunStatus | null;
  error: { message: string } | null;
  readWeb: string[];
  /** Message parts in order: `task` has those of the first user message, `parts` those of the answers. */
  task: unknown[];
  parts: unknown[];
};

/** Returns null if the job does not exist or its conversation was deleted. */
export async function readCodeJob(agentId: string, id: string): Promise<CodeJob | null> {
  const run = db()
    .select({ status: runs.status, error: runs.error })
    .from(runs)
    .where(eq(runs.conversationId, conversations.id))
    .orderBy(desc(runs.startedAt), asc(runs.id))
    .limit(1)
    .as("run");
  const first = alias(messages, "task_message");
  const task = db()
    .select({ parts: first.parts })
    .from(first)
    .where(and(eq(first.conversationId, conversations.id), eq(first.role, "user")))
    .orderBy(asc(first.position))
    .limit(1);
  const answer = alias(messages, "answer_message");
  const answers = db()
    .select({ parts: raw`json_agg(${answer.parts} order by ${answer.position})` })
    .from(answer)
    .where(and(eq(answer.conversationId, conversations.id), answer.active, eq(answer.role, "assistant")));
  const [row] = await db()
    .select({
      ...{ status: run.status, error: run.error, readWeb: conversations.readWeb },
      task: raw<unknown[] | null>`(${task})`,
      messages: raw<unknown[][] | null>`(${answers})`,
    })
    .from(conversations)
    .leftJoinLateral(run, raw`true`)
    .where(
      and(
        ...[eq(conversations.id, id), eq(conversations.agentId, agentId)],
        ...[eq(conversations.origin, "code"), isNull(conversations.deletedAt)],
      ),
    );
  if (!row) return null;
  const { task: taskParts, messages: written, ...job } = row;
  return { ...job, task: taskParts ?? [], parts: (written ?? []).flat() };
}

export async function countOpenCodeJobs(agentId: string): Promise<number> {
  const [row] = await db()
    .select({ count: count() })
    .from(runs)
    .innerJoin(conversations, eq(conversations.id, runs.conversationId))
    .where(
      and(
        ...[eq(runs.agentId, agentId), inArray(runs.status, ["running", "waiting"])],
        ...[eq(conversations.origin, "code"), isNull(conversations.deletedAt)],
      ),
    );
  return row?.count ?? 0;
}
