import { randomUUID } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import { asJson, sql } from "@/lib/store/db";
import { processId } from "@/lib/store/process-id";
import { hold, liveStatus, type Place, STILL_WRITING } from "./branches";
import { leaseEnd } from "./leases";
import { type ContextRow, context, type RunContext, type StoredMessage } from "./run-context";

/**
 * Starts a run that only summarises: its message begins with the mark of the summary. Throws when the conversation is
 * busy, or when `isWorth` says that there is nothing to summarise.
 */
export async function beginCompaction(
  place: Place,
  mark: unknown,
  isWorth: (history: StoredMessage[]) => boolean,
): Promise<RunContext> {
  const { agentId, conversationId } = place;
  const run = { id: randomUUID(), messageId: randomUUID() };
  return sql().begin(async (tx) => {
    await hold(tx, place, { touch: true });
    const live = await liveStatus(tx, conversationId);
    if (live === "running") throw new AppError("conflict", STILL_WRITING);
    if (live) throw new AppError("conflict", "The agent waits for you. Answer it, or stop it first.");
    const [row] = await tx<ContextRow[]>`
      with r as (
        insert into runs (id, agent_id, conversation_id, message_id, status, lease_owner, lease_until)
        values (${run.id}, ${agentId}, ${conversationId}, ${run.messageId}, 'running', ${processId()}, ${leaseEnd()})
        returning *
      ), answer as (
        insert into messages (conversation_id, id, agent_id, role, parts, parent_id)
        select conversation_id, message_id, agent_id, 'assistant', ${asJson([mark])}::json, (select m.id from messages m
          where m.conversation_id = ${conversationId} and m.active order by m.position desc limit 1) from r
      )
      select ${context()} from r join conversations c on c.id = r.conversation_id`;
    if (!row) throw new Error("The run was not made");
    const history = row.history ?? [];
    if (!isWorth(history))
      throw new AppError(
        "conflict",
        "There is nothing to summarise yet: what was said last always stays word for word.",
      );
    // The statement reads the table as it was before it.
    return { ...row, history: [...history, { id: run.messageId, role: "assistant", parts: [mark] }] };
  });
}
