import type { SheetId } from "@/lib/store/conversations/sheets";
import { asJson, sql } from "@/lib/store/db";
import type { ToolCallRow } from "@/lib/store/rows";

type Begun = { id: string; name: string; input: unknown };
type Ended = { output?: unknown; error?: string; durationMs?: number; logs?: string[] } & Pick<
  ToolCallRow,
  "status"
>;

/** Puts a call that a component makes on the record, below the one that has shown it. What became of it is not known yet. */
export async function beginSheetCall(
  { conversationId, messageId, toolCallId }: SheetId,
  { id, name, input }: Begun,
): Promise<void> {
  await sql()`
    insert into tool_calls (conversation_id, message_id, agent_id, run_id, tool_call_id, parent_tool_call_id, tool_name,
      input, status)
    select m.conversation_id, m.id, c.agent_id, coalesce((select a.run_id from asks a where a.conversation_id = m.conversation_id
        and a.message_id = m.id and a.tool_call_id = ${toolCallId}), gen_random_uuid()), ${id}, ${toolCallId}, ${name},
      ${asJson(input)}::json, 'unknown'
    from messages m join conversations c on c.id = m.conversation_id
    where m.conversation_id = ${conversationId} and m.id = ${messageId}`;
}

export async function endSheetCall(
  { conversationId, messageId }: SheetId,
  id: string,
  { status, output = null, error, durationMs, logs }: Ended,
): Promise<void> {
  await sql()`
    update tool_calls set status = ${status}, output = ${asJson(output)}::json, duration_ms = ${durationMs ?? null},
      error = ${error?.replaceAll("\0", "\uFFFD").toWellFormed() ?? null}, logs = ${logs?.length ? asJson(logs) : null}::json
    where conversation_id = ${conversationId} and message_id = ${messageId} and tool_call_id = ${id}`;
}
