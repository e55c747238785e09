import type { PermissionView } from "@/lib/shared/whatsapp";
import { asJson, sql } from "@/lib/store/db";
import type { WhatsAppMessageRow, WhatsAppPermissionRow } from "@/lib/store/rows";

type PermissionChange = { display_name?: string; can_read?: boolean; can_reply?: boolean };

/**
 * Sets the given fields of a permission, creating it if needed. No row if the agent is gone. Raw SQL: inserts
 * a selection from another table.
 */
export const putPermission = (
  agentId: string,
  phone: string,
  { display_name, can_read, can_reply }: PermissionChange,
  by: WhatsAppPermissionRow["grantedBy"],
) => sql()<PermissionView[]>`
  insert into whatsapp_permissions (agent_id, phone, display_name, can_read, can_reply, granted_by)
  select a.id, ${phone}, coalesce(${display_name ?? null}, ''), coalesce(${can_read ?? null}, false), coalesce(${can_reply ?? null}, false), ${by}
  from agents a where a.id = ${agentId}
  on conflict (agent_id, phone) do update set display_name = coalesce(${display_name ?? null}, whatsapp_permissions.display_name),
    can_read = coalesce(${can_read ?? null}, whatsapp_permissions.can_read),
    can_reply = coalesce(${can_reply ?? null}, whatsapp_permissions.can_reply), granted_by = excluded.granted_by, updated_at = now()
  returning phone, display_name, can_read, can_reply, granted_by, updated_at`;

type NewMessage = Pick<
  WhatsAppMessageRow,
  "id" | "phone" | "name" | "text" | "fromMe" | "cause" | "conversationId"
> & { at: Date };

/**
 * Adds new messages. Skips them if the agent is gone, and leaves out deleted conversations. Raw SQL: inserts
 * a selection from several tables.
 */
export const addNewMessages = (agentId: string, messages: readonly NewMessage[]) => sql()<{ id: string }[]>`
  insert into whatsapp_messages (agent_id, id, phone, name, text, from_me, at, cause, conversation_id)
  select a.id, m.id, m.phone, m.name, m.text, m."fromMe", m.at, m.cause, c.id
  from json_to_recordset(${asJson(messages)}::json)
    as m(id text, phone text, name text, text text, "fromMe" boolean, at timestamptz, cause text, "conversationId" uuid)
  join agents a on a.id = ${agentId} left join conversations c on c.id = m."conversationId"
  on conflict do nothing returning id`;
