import { bodyOf } from "@/lib/shared/chat/body";
import { asJson, sql } from "@/lib/store/db";
import { lastShown } from "@/lib/store/message-queries";
import type { Run } from "@/lib/store/rows";
import { noConversation } from "./conversations";
import type { RunStatus } from "./run-context";
import type { Start } from "./runs";

type Kept = Omit<Start, "title" | "model"> & {
  /** Whether it is kept although no run is live. */
  evenAlone: boolean;
};

/**
 * Keeps a message of the person that neither starts a run nor answers or closes what waits: a live run reads it when it
 * goes on. Gives where that run stands; `alone` when none is live, and then it was kept if it was to be. Null when
 * something happened meanwhile: try again.
 */
export async function addMessage({
  agentId,
  conversationId,
  message,
  evenAlone,
}: Kept): Promise<RunStatus | "alone" | null> {
  return sql().begin(async (tx) => {
    const live = tx`
      select id, status from runs
      where conversation_id = ${conversationId} and agent_id = ${agentId} and status in ('running', 'waiting')`;
    const [run] = await tx<Pick<Run, "id" | "status">[]>`${live} for update`;
    if (!run) {
      // Whoever begins a run writes this row, too, so none begins until this is kept.
      const [there] = await tx`
        update conversations set updated_at = now()
        where id = ${conversationId} and agent_id = ${agentId} and deleted_at is null returning id`;
      if (!there) throw noConversation(conversationId);
      const [begun] = await tx`${live}`;
      if (begun) return null;
      if (!evenAlone) return "alone";
    }
    // Once, also when who asked did not hear the first time.
    await tx`
      with said as (
        insert into messages (conversation_id, id, agent_id, role, parts, body, parent_id)
        values (${conversationId}, ${message.id}, ${agentId}, 'user', ${asJson(message.parts)}::json, ${bodyOf(message.parts)},
          ${lastShown(conversationId)})
        on conflict do nothing returning id
      )
      update runs set pending = pending + 1 from said where runs.id = ${run?.id ?? null}`;
    return run?.status ?? "alone";
  });
}
