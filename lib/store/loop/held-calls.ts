import { asJson, sql } from "@/lib/store/db";
import { processId } from "@/lib/store/process-id";

/** A call whose server has asked the person something, and waits in this process. */
export type HeldPlace = { conversationId: string; messageId: string; toolCallId: string };

/** `rejected` by the person; `over` where nothing of it will go on in this process. */
export type HeldState = "waits" | "rejected" | "over";

/** How those calls stand, by conversation, message and call as a JSON array. */
export async function readHeld(places: readonly HeldPlace[]): Promise<Map<string, HeldState>> {
  const rows = await sql()<(HeldPlace & { isRejected: boolean; isAtWork: boolean })[]>`
    select p.*, coalesce(a.status = 'answered' and a.output->>'decision' = 'reject', false) as "isRejected",
      a.status is distinct from 'closed' and r.id is not null as "isAtWork"
    from json_to_recordset(${asJson(places)}::json) as p("conversationId" uuid, "messageId" text, "toolCallId" text)
      left join asks a on a.conversation_id = p."conversationId" and a.message_id = p."messageId" and a.tool_call_id = p."toolCallId"
      left join runs r on r.conversation_id = p."conversationId" and r.message_id = p."messageId" and r.status in ('running', 'waiting')
        and (r.status = 'waiting' or r.lease_owner = ${processId()}::uuid)
        and exists (select from conversations c where c.id = r.conversation_id and c.deleted_at is null)`;
  return new Map(
    rows.map(({ conversationId, messageId, toolCallId, isRejected, isAtWork }) => [
      JSON.stringify([conversationId, messageId, toolCallId]),
      isRejected ? "rejected" : isAtWork ? "waits" : "over",
    ]),
  );
}
