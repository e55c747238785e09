import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { asJson, sql } from "@/lib/store/db";
import { andVisible } from "@/lib/store/members/visible";
import type { RunStatus } from "./run-context";

type ForkPoint = {
  /** When the message ended, or an ask in it was answered (ISO time); null if it has not yet. */
  at: string | null;
  title: string;
  parts: unknown;
  /** Kind of the ask; null without one. */
  kind: "answer" | "approval" | null;
};

/** Reads from where a conversation is forked: an answer of the agent, or an ask in it. Null if there is none. */
export async function readForkPoint(
  { agentId, conversationId, messageId }: { agentId: string; conversationId: string; messageId: string },
  toolCallId: string | undefined,
): Promise<ForkPoint | null> {
  const [row] = await sql()<ForkPoint[]>`
    select case when ${toolCallId ?? null}::text is null then r.ended_at else a.answered_at - interval '1 ms' end as at,
      c.title, m.parts, a.kind
    from messages m join conversations c on c.id = m.conversation_id and c.deleted_at is null ${andVisible(sql()`c`)}
    left join runs r on r.conversation_id = m.conversation_id and r.message_id = m.id
    left join asks a on a.conversation_id = m.conversation_id and a.message_id = m.id and a.tool_call_id = ${toolCallId ?? null}
    where m.conversation_id = ${conversationId} and m.id = ${messageId} and m.agent_id = ${agentId}
      and m.role = 'assistant' and m.active limit 1`;
  return row ? { ...row, at: row.at === null ? null : new Date(row.at).toISOString() } : null;
}

type LastRun = { conversationId: string; status: RunStatus; costUsd: number | null; tokens: number };

/** Returns the last run of an agent, with the cost of all its calls of models; null if it has none. */
export async function readLastRun(agentId: string): Promise<LastRun | null> {
  const [row] = await sql()<LastRun[]>`
    select conversation_id as "conversationId", status,
      (select sum(cost) from model_calls where agent_id = ${agentId}) as "costUsd",
      coalesce((select sum(input_tokens + output_tokens) from runs where agent_id = ${agentId}), 0)::int as tokens
    from runs where agent_id = ${agentId} order by started_at desc limit 1`;
  return row ?? null;
}

type Forked = {
  from: { conversationId: string; messageId: string; toolCallId: string };
  to: { agentId: string; conversationId: string };
  parts: unknown;
  /** Ids of the calls in `parts`. */
  callIds: readonly string[];
};

/**
 * Gives a copied conversation the run of its last message, which waits again for an answer that the original has got. Raw
 * SQL: copies rows with changed columns.
 */
export async function forkRun(tx: TransactionSql, { from, to, parts, callIds }: Forked): Promise<void> {
  const runId = randomUUID();
  const { conversationId, messageId, toolCallId } = from;
  const isKept = tx`tool_call_id in (select json_array_elements_text(${asJson(callIds)}::json))`;
  await tx`update messages set parts = ${asJson(parts)}::json where conversation_id = ${to.conversationId} and id = ${messageId}`;
  await tx`
    insert into runs (id, agent_id, conversation_id, message_id, status, unattended, steps)
    select ${runId}, ${to.agentId}, ${to.conversationId}, message_id, 'waiting', unattended, steps
    from runs where id = (select run_id from asks where conversation_id = ${conversationId}
      and message_id = ${messageId} and tool_call_id = ${toolCallId})`;
  await tx`
    insert into asks (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, kind, input, input_hash, because,
      awaits, status, output, answered_at, told)
    select ${to.conversationId}, message_id, tool_call_id, ${to.agentId}, ${runId}, tool_name, kind, input, input_hash, because,
      awaits, case when tool_call_id = ${toolCallId} then 'open' else status end,
      case when tool_call_id <> ${toolCallId} then output end, case when tool_call_id <> ${toolCallId} then answered_at end, 'seen'
    from asks where conversation_id = ${conversationId} and message_id = ${messageId} and ${isKept}`;
  await tx`
    insert into tool_calls (conversation_id, message_id, tool_call_id, parent_tool_call_id, agent_id, run_id, tool_name, input,
      status, output, error, duration_ms, logs, created_at)
    select ${to.conversationId}, message_id, tool_call_id, parent_tool_call_id, ${to.agentId}, ${runId}, tool_name, input,
      case when tool_call_id = ${toolCallId} then 'waiting' else status end,
      case when tool_call_id <> ${toolCallId} then output end, error, duration_ms, logs, created_at
    from tool_calls where conversation_id = ${conversationId} and message_id = ${messageId} and ${isKept}`;
}
