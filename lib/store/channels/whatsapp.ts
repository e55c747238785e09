import type { Permission, PermissionView, WhatsAppMessage } from "@/lib/shared/whatsapp";
import { publish } from "@/lib/store/bus";
import { asJson, sql } from "@/lib/store/db";
import type { WhatsAppMessageRow, WhatsAppPermissionRow } from "@/lib/store/rows";

/** Replies that the agent gives a contact by itself, a day of the person's time zone. */
export const MAX_REPLIES = 20;
const KEPT_DAYS = 90;
const AT_ONCE = 5_000;

const changed = (agentId: string) =>
  publish({ type: "channel", agent: agentId, id: "whatsapp", what: "contacts" });

const columns = () => sql()`
  phone, display_name, can_read, can_reply, granted_by, updated_at`;

const toView = (row: PermissionView): PermissionView => ({
  ...row,
  updated_at: new Date(row.updated_at).toISOString(),
});

/** By name; of very many the first. */
export async function listPermissions(agentId: string, limit = 1_000): Promise<PermissionView[]> {
  const rows = await sql()<PermissionView[]>`
    select ${columns()} from whatsapp_permissions where agent_id = ${agentId}
    order by lower(display_name), phone limit ${limit}`;
  return rows.map(toView);
}

export async function countPermissions(agentId: string): Promise<number> {
  const [row] = await sql()<{ count: number }[]>`
    select count(*)::int as count from whatsapp_permissions where agent_id = ${agentId}`;
  return row?.count ?? 0;
}

export async function readPermission(agentId: string, phone: string): Promise<PermissionView | null> {
  const [row] = await sql()<PermissionView[]>`
    select ${columns()} from whatsapp_permissions where agent_id = ${agentId} and phone = ${phone}`;
  return row ? toView(row) : null;
}

/** Sets what is given, and leaves the rest as it is; what is new begins without rights. */
export async function setPermission(
  agentId: string,
  phone: string,
  {
    display_name,
    can_read,
    can_reply,
  }: Partial<{ display_name: string; can_read: boolean; can_reply: boolean }>,
  by: WhatsAppPermissionRow["grantedBy"],
): Promise<PermissionView> {
  const [row] = await sql()<PermissionView[]>`
    insert into whatsapp_permissions (agent_id, phone, display_name, can_read, can_reply, granted_by)
    select a.id, ${phone}, coalesce(${display_name ?? null}, ''), coalesce(${can_read ?? null}, false), coalesce(${can_reply ?? null}, false), ${by}
    from agents a where a.id = ${agentId}
    on conflict (agent_id, phone) do update set display_name = coalesce(${display_name ?? null}, whatsapp_permissions.display_name),
      can_read = coalesce(${can_read ?? null}, whatsapp_permissions.can_read),
      can_reply = coalesce(${can_reply ?? null}, whatsapp_permissions.can_reply), granted_by = excluded.granted_by, updated_at = now()
    returning ${columns()}`;
  if (!row) throw new Error("The permission was not stored");
  changed(agentId);
  return toView(row);
}

/** Null where there was none. */
export async function deletePermission(agentId: string, phone: string): Promise<PermissionView | null> {
  const [row] = await sql()<PermissionView[]>`
    delete from whatsapp_permissions where agent_id = ${agentId} and phone = ${phone} returning ${columns()}`;
  if (row) changed(agentId);
  return row ? toView(row) : null;
}

export type NewMessage = Pick<
  WhatsAppMessageRow,
  "id" | "phone" | "name" | "text" | "fromMe" | "cause" | "conversationId"
> & { at: Date };

/** Notes messages, each once. */
export async function addMessages(agentId: string, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const added = await sql()`
    insert into whatsapp_messages (agent_id, id, phone, name, text, from_me, at, cause, conversation_id)
    select a.id, m.id, m.phone, m.name, m.text, m."fromMe", m.at, m.cause, c.id
    from json_to_recordset(${asJson(messages)}::json)
      as m(id text, phone text, name text, text text, "fromMe" boolean, at timestamptz, cause text, "conversationId" uuid)
    join agents a on a.id = ${agentId} left join conversations c on c.id = m."conversationId"
    on conflict do nothing returning id`;
  if (added.length > 0) changed(agentId);
}

/**
 * Whether the agent may answer a message by itself: it is let do so `MAX_REPLIES` times a day for each contact, whatever becomes of
 * their conversation. Asked again about one message, it says the same.
 */
export async function admitReply(
  agentId: string,
  { id, phone }: Pick<WhatsAppMessageRow, "id" | "phone">,
  timeZone: string,
): Promise<boolean> {
  const [row] = await sql()`
    update whatsapp_messages m set answered_at = coalesce(m.answered_at, now())
    where m.agent_id = ${agentId} and m.id = ${id} and m.phone = ${phone} and not m.from_me and (
      m.answered_at is not null or ${MAX_REPLIES} > (
        select count(*) from whatsapp_messages o
        where o.agent_id = ${agentId} and o.phone = ${phone} and o.at > now() - interval '3 days'
          and o.answered_at >= date_trunc('day', now() at time zone ${timeZone}::text) at time zone ${timeZone}::text))
    returning m.id`;
  return row !== undefined;
}

/** In which conversation a message is answered. */
export async function noteConversation(agentId: string, id: string, conversationId: string): Promise<void> {
  await sql()`
    update whatsapp_messages set conversation_id = (select id from conversations where id = ${conversationId})
    where agent_id = ${agentId} and id = ${id}`;
}

/** A message that was sent did not arrive after all. */
export async function noteUndelivered(agentId: string, id: string, error: string): Promise<void> {
  const rows = await sql()`
    update whatsapp_messages set error = ${error} where agent_id = ${agentId} and id = ${id} and from_me returning id`;
  if (rows.length > 0) changed(agentId);
}

export type ReadMessage = Pick<WhatsAppMessage, "id" | "phone" | "name" | "text" | "from_me" | "at">;

/** The newest messages of those whom the agent may read, newest first; of one contact where `phone` says so. */
export async function listReadable(
  agentId: string,
  { phone = null, limit }: { phone?: string | null; limit: number },
): Promise<ReadMessage[]> {
  const rows = await sql()<ReadMessage[]>`
    select m.id, m.phone, coalesce(nullif(p.display_name, ''), m.name) as name, m.text, m.from_me, m.at
    from whatsapp_messages m join whatsapp_permissions p on p.agent_id = m.agent_id and p.phone = m.phone and p.can_read
    where m.agent_id = ${agentId} and (${phone}::text is null or m.phone = ${phone})
    order by m.at desc, m.id desc limit ${limit}`;
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

/** Contacts whose name in the permissions is this one. */
export async function findByName(agentId: string, name: string): Promise<Permission[]> {
  return [
    ...(await sql()<Permission[]>`
      select phone, display_name, can_read, can_reply from whatsapp_permissions
      where agent_id = ${agentId} and lower(display_name) = lower(${name}) order by phone`),
  ];
}

/** Every message, newest first, for the person. */
export async function listMessages(
  agentId: string,
  {
    phone = null,
    before = null,
    limit = 50,
  }: { phone?: string | null; before?: string | null; limit?: number },
): Promise<{ messages: WhatsAppMessage[]; next_cursor?: string }> {
  const [at = null, ...id] = before?.split(" ") ?? [];
  const rows = await sql()<WhatsAppMessage[]>`
    select m.id, m.phone, coalesce(nullif(p.display_name, ''), m.name) as name, m.text, m.from_me, m.at, m.cause,
      m.answered_at is not null as answered, m.error, m.conversation_id
    from whatsapp_messages m left join whatsapp_permissions p on p.agent_id = m.agent_id and p.phone = m.phone
    where m.agent_id = ${agentId} and (${phone}::text is null or m.phone = ${phone})
      ${at === null ? sql()`` : sql()`and (m.at, m.id) < (${at}::timestamptz, ${id.join(" ")})`}
    order by m.at desc, m.id desc limit ${limit + 1}`;
  const messages = rows.slice(0, limit).map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  const last = messages.at(-1);
  return { messages, ...(rows.length > limit && last && { next_cursor: `${last.at} ${last.id}` }) };
}

/** Messages are kept so long. */
export async function forgetOldMessages(): Promise<void> {
  await sql()`
    delete from whatsapp_messages where (agent_id, id) in (
      select agent_id, id from whatsapp_messages where at < now() - ${KEPT_DAYS} * interval '1 day' limit ${AT_ONCE})`;
}
