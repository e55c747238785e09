import { sql } from "@/lib/store/db";
import type { RunStatus } from "./run-context";

/** A program that the agent writes, in a conversation of its own, as it stands. */
export type CodeJob = {
  /** Of its latest run; null before there is one. */
  status: RunStatus | null;
  error: { message: string } | null;
  /** Origins on the web whose text its model has read. */
  readWeb: string[];
  /** The parts of what was said and done in it, in their order: first those of the task, then the others. */
  task: unknown[];
  parts: unknown[];
};

/** Null where there is no such job, or its conversation was deleted. */
export async function readCodeJob(agentId: string, id: string): Promise<CodeJob | null> {
  const [row] = await sql()<
    (Omit<CodeJob, "task" | "parts"> & { task: unknown[] | null; messages: unknown[][] | null })[]
  >`
    select r.status, r.error, to_json(c.read_web) as "readWeb", (
      select m.parts from messages m where m.conversation_id = c.id and m.role = 'user' order by m.position limit 1) as task, (
      select json_agg(m.parts order by m.position) from messages m
      where m.conversation_id = c.id and m.active and m.role = 'assistant') as messages
    from conversations c left join lateral (
      select status, error from runs where conversation_id = c.id order by started_at desc, id limit 1) r on true
    where c.id = ${id} and c.agent_id = ${agentId} and c.origin = 'code' and c.deleted_at is null`;
  if (!row) return null;
  const { task, messages, ...job } = row;
  return { ...job, task: task ?? [], parts: (messages ?? []).flat() };
}

/** Of an agent, those that have not ended. */
export async function countOpenCodeJobs(agentId: string): Promise<number> {
  const [row] = await sql()<{ count: number }[]>`
    select count(*)::int as count from runs r join conversations c on c.id = r.conversation_id
    where r.agent_id = ${agentId} and r.status in ('running', 'waiting') and c.origin = 'code' and c.deleted_at is null`;
  return row?.count ?? 0;
}
