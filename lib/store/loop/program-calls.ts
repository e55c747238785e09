import { sql } from "@/lib/store/db";
import type { Conversation, Run, ToolCallRow } from "@/lib/store/rows";

/** A call that a program made, as it stands: the message that holds it, and what has become of its run. */
export type StoredCall = Pick<Conversation, "readWeb"> & {
  conversationId: string;
  messageId: string;
  parts: unknown;
  /** Of the run that works on the message, or waits with it; null where none does any more. */
  status: Run["status"] | null;
};

/** The call in this message, if it was made with this token. */
export async function readCall(
  tokenId: string,
  { conversationId, messageId }: Pick<StoredCall, "conversationId" | "messageId">,
): Promise<StoredCall | null> {
  const [row] = await sql()<StoredCall[]>`
    select m.conversation_id as "conversationId", m.id as "messageId", m.parts, to_json(c.read_web) as "readWeb",
      (select r.status from runs r where r.conversation_id = m.conversation_id and r.message_id = m.id
        order by r.started_at desc limit 1) as status
    from messages m join conversations c on c.id = m.conversation_id and c.deleted_at is null
    where m.conversation_id = ${conversationId} and m.id = ${messageId}
      and m.metadata->'program'->>'tokenId' = ${tokenId}`;
  return row ?? null;
}

/** What a person has answered in a component, with what its conversation had read of the web. */
export type ComponentResult = Pick<ToolCallRow, "conversationId" | "messageId" | "toolCallId" | "output"> &
  Pick<Conversation, "readWeb"> & { title: string; createdAt: string };

const results = () => sql()`
  t.conversation_id as "conversationId", t.message_id as "messageId", t.tool_call_id as "toolCallId", t.output,
  to_json(c.read_web) as "readWeb", to_json(t.created_at) as "createdAt",
  coalesce(t.input->>'title', t.input->>'component', c.title) as title
  from tool_calls t join conversations c on c.id = t.conversation_id and c.deleted_at is null`;

/** The newest first. */
export const listResults = (agentId: string, limit: number): Promise<ComponentResult[]> => sql()<
  ComponentResult[]
>`
  select ${results()} where t.agent_id = ${agentId} and t.tool_name = 'render_and_wait' and t.status = 'ok'
  order by t.created_at desc limit ${limit}`;

export async function readResult({
  agentId,
  conversationId,
  messageId,
  toolCallId,
}: Pick<
  ToolCallRow,
  "agentId" | "conversationId" | "messageId" | "toolCallId"
>): Promise<ComponentResult | null> {
  const [row] = await sql()<ComponentResult[]>`
    select ${results()} where t.agent_id = ${agentId} and t.conversation_id = ${conversationId}
      and t.message_id = ${messageId} and t.tool_call_id = ${toolCallId}
      and t.tool_name = 'render_and_wait' and t.status = 'ok'`;
  return row ?? null;
}
