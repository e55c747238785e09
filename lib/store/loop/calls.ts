import { sql } from "@/lib/store/db";
import type { Ask } from "./asks";
import type { RunContext } from "./run-context";

type Where = Pick<RunContext, "conversationId" | "messageId">;

/** Approvals of a message that the person has decided, by call id. */
export async function readDecided({ conversationId, messageId }: Where): Promise<Map<string, Ask>> {
  const rows = await sql()<Ask[]>`
    select message_id as "messageId", tool_call_id as "toolCallId", tool_name as "toolName", kind, input,
      input_hash as "inputHash", because, status, output
    from asks where conversation_id = ${conversationId} and message_id = ${messageId} and kind = 'approval' and status <> 'open'`;
  return new Map(rows.map((ask) => [ask.toolCallId, ask]));
}

/** Calls of a message that had begun, and that no result was stored for. */
export async function readInterrupted({ conversationId, messageId }: Where): Promise<Set<string>> {
  const rows = await sql()<{ id: string }[]>`
    select tool_call_id as id from tool_calls
    where conversation_id = ${conversationId} and message_id = ${messageId} and status = 'running'`;
  return new Set(rows.map(({ id }) => id));
}
