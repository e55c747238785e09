import type { Deed } from "@/lib/shared/components/sheet";
import { asJson, sql } from "./db";

export type SheetId = { agentId: string; conversationId: string; messageId: string; toolCallId: string };
export type Sheet = {
  /** Whether its conversation had read the web before it was shown. */
  isAfterWeb: boolean;
  /** What the person has allowed it. */
  allowed: Deed[];
  approvedTools: string[];
};

const ask = ({ agentId, conversationId, messageId, toolCallId }: SheetId) => sql()`
  a.agent_id = ${agentId} and a.conversation_id = ${conversationId} and a.message_id = ${messageId}
  and a.tool_call_id = ${toolCallId} and a.kind = 'answer'`;

/** What a call has put on the canvas, as far as what it may do goes. Null where none has. */
export async function readSheet(id: SheetId): Promise<Sheet | null> {
  const [row] = await sql()<Sheet[]>`
    select coalesce(a.because->>'kind' = 'web', false) as "isAfterWeb",
      coalesce(a.because->'allowed', '[]') as allowed, to_json(c.approved_tools) as "approvedTools"
    from asks a join conversations c on c.id = a.conversation_id and c.deleted_at is null
    where ${ask(id)}`;
  return row ?? null;
}

/** Keeps with its ask that the person allows this, for as long as there is the conversation. */
export async function allowSheet(id: SheetId, deed: Deed): Promise<void> {
  await sql()`
    update asks a set because = jsonb_set(a.because::jsonb, '{allowed}',
      coalesce(a.because::jsonb->'allowed', '[]') - ${deed}::text || ${asJson([deed])}::jsonb)::json
    where ${ask(id)} and a.because is not null`;
}
