import { commitAhead } from "@/lib/store/commit";
import { sql } from "@/lib/store/db";
import type { Run } from "@/lib/store/rows";

/** Where the latest run of a conversation stands. */
export type Progress = Pick<Run, "id" | "conversationId" | "messageId" | "status" | "attempt" | "pending">;

export async function readProgress(conversationId: string): Promise<Progress | null> {
  const [row] = await sql()<Progress[]>`
    select id, conversation_id as "conversationId", message_id as "messageId", status, attempt, pending
    from runs where conversation_id = ${conversationId} order by started_at desc, id limit 1`;
  return row ?? null;
}

/** Whether a run that was committed ahead is there; that it is on disk, too, tells `isOnDisk`. */
export async function isAttempt(id: string, attempt: number): Promise<boolean> {
  const rows = await commitAhead((on) => on`select from runs where id = ${id} and attempt = ${attempt}`);
  return rows.length > 0;
}
