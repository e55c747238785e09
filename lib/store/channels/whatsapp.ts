import { and, asc, count, desc, eq, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { conversations, whatsappMessages, whatsappPermissions } from "@/drizzle/schema";
import type { Permission, PermissionView, WhatsAppMessage } from "@/lib/shared/whatsapp";
import { publish } from "@/lib/store/bus";
import { db } from "@/lib/store/db";
import { addNewMessages, putPermission } from "@/lib/store/hot/whatsapp";
import type { WhatsAppMessageRow, WhatsAppPermissionRow } from "@/lib/store/rows";

/** Maximum automatic replies per contact and day, in the user's time zone. */
export const MAX_REPLIES = 20;
const RETENTION_DAYS = 90;
const AT_ONCE = 5_000;

const changed = (agentId: string) =>
  publish({ type: "channel", agent: agentId, id: "whatsapp", what: "contacts" });

const rights = {
  phone: whatsappPermissions.phone,
  display_name: whatsappPermissions.displayName,
  can_read: whatsappPermissions.canRead,
  can_reply: whatsappPermissions.canReply,
};
const columns = {
  ...rights,
  granted_by: whatsappPermissions.grantedBy,
  updated_at: whatsappPermissions.updatedAt,
};

const isPermission = (agentId: string, phone: string) =>
  and(eq(whatsappPermissions.agentId, agentId), eq(whatsappPermissions.phone, phone));

const isMessage = (agentId: string, id: string) =>
  and(eq(whatsappMessages.agentId, agentId), eq(whatsappMessages.id, id));

const toView = (row: PermissionView): PermissionView => ({
  ...row,
  updated_at: new Date(row.updated_at).toISOString(),
});

export async function listPermissions(agentId: string, limit = 1_000): Promise<PermissionView[]> {
  const rows = await db()
    .select(columns)
    .from(whatsappPermissions)
    .where(eq(whatsappPermissions.agentId, agentId))
    .orderBy(raw`lower(${whatsappPermissions.displayName})`, asc(whatsappPermissions.phone))
    .limit(limit);
  return rows.map(toView);
}

export async function countPermissions(agentId: string): Promise<number> {
  const [row] = await db()
    .select({ count: count() })
    .from(whatsappPermissions)
    .where(eq(whatsappPermissions.agentId, agentId));
  return row?.count ?? 0;
}

export async function readPermission(agentId: string, phone: string): Promise<PermissionView | null> {
  const [row] = await db().select(columns).from(whatsappPermissions).where(isPermission(agentId, phone));
  return row ? toView(row) : null;
}

/** Sets the given fields of a contact's permission. A new permission has no rights except the given ones. */
export async function setPermission(
  agentId: string,
  phone: string,
  changes: Partial<{ display_name: string; can_read: boolean; can_reply: boolean }>,
  by: WhatsAppPermissionRow["grantedBy"],
): Promise<PermissionView> {
  const [row] = await putPermission(agentId, phone, changes, by);
  if (!row) throw new Error("The permission was not stored");
  changed(agentId);
  return toView(row);
}

export async function deletePermission(agentId: string, phone: string): Promise<PermissionView | null> {
  const [row] = await db().delete(whatsappPermissions).where(isPermission(agentId, phone)).returning(columns);
  if (row) changed(agentId);
  return row ? toView(row) : null;
}

export type NewMessage = Pick<
  WhatsAppMessageRow,
  "id" | "phone" | "name" | "text" | "fromMe" | "cause" | "conversationId"
> & { at: Date };

/** Stores messages, except those that are already stored. */
export async function addMessages(agentId: string, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const added = await addNewMessages(agentId, messages);
  if (added.length > 0) changed(agentId);
}

/**
 * Admits a message for an automatic reply and returns whether it is admitted: at most `MAX_REPLIES` a day per
 * contact, even if the contact's conversation is deleted. Idempotent by message.
 */
export async function admitReply(
  agentId: string,
  { id, phone }: Pick<WhatsAppMessageRow, "id" | "phone">,
  timeZone: string,
): Promise<boolean> {
  const { answeredAt, fromMe } = whatsappMessages;
  const answered = alias(whatsappMessages, "answered_message");
  const replies = db()
    .select({ count: count() })
    .from(answered)
    .where(
      and(
        eq(answered.agentId, agentId),
        eq(answered.phone, phone),
        raw`${answered.at} > now() - interval '3 days'`,
        raw`${answered.answeredAt} >= date_trunc('day', now() at time zone ${timeZone}::text) at time zone ${timeZone}::text`,
      ),
    );
  const rows = await db()
    .update(whatsappMessages)
    .set({ answeredAt: raw`coalesce(${answeredAt}, now())` })
    .where(
      and(
        isMessage(agentId, id),
        eq(whatsappMessages.phone, phone),
        raw`not ${fromMe}`,
        raw`(${answeredAt} is not null or ${MAX_REPLIES} > (${replies}))`,
      ),
    )
    .returning({ id: whatsappMessages.id });
  return rows.length > 0;
}

export async function noteConversation(agentId: string, id: string, conversationId: string): Promise<void> {
  // Null if the conversation was deleted.
  const there = db()
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.id, conversationId));
  await db()
    .update(whatsappMessages)
    .set({ conversationId: raw`(${there})` })
    .where(isMessage(agentId, id));
}

export async function noteUndelivered(agentId: string, id: string, error: string): Promise<void> {
  const rows = await db()
    .update(whatsappMessages)
    .set({ error })
    .where(and(isMessage(agentId, id), whatsappMessages.fromMe))
    .returning({ id: whatsappMessages.id });
  if (rows.length > 0) changed(agentId);
}

export type ReadMessage = Pick<WhatsAppMessage, "id" | "phone" | "name" | "text" | "from_me" | "at">;

/** The name that the user gave the contact in the permissions has precedence over the contact's own name. */
const shown = {
  id: whatsappMessages.id,
  phone: whatsappMessages.phone,
  name: raw<string>`coalesce(nullif(${whatsappPermissions.displayName}, ''), ${whatsappMessages.name})`,
  text: whatsappMessages.text,
  from_me: whatsappMessages.fromMe,
  at: whatsappMessages.at,
};

const ofContact = and(
  eq(whatsappPermissions.agentId, whatsappMessages.agentId),
  eq(whatsappPermissions.phone, whatsappMessages.phone),
);

const of = (agentId: string, phone: string | null) =>
  and(eq(whatsappMessages.agentId, agentId), phone === null ? undefined : eq(whatsappMessages.phone, phone));

const newestFirst = [desc(whatsappMessages.at), desc(whatsappMessages.id)];

/** Lists messages of contacts whom the agent may read, newest first; with `phone`, of one contact. */
export async function listReadable(
  agentId: string,
  { phone = null, limit }: { phone?: string | null; limit: number },
): Promise<ReadMessage[]> {
  const rows = await db()
    .select(shown)
    .from(whatsappMessages)
    .innerJoin(whatsappPermissions, and(ofContact, whatsappPermissions.canRead))
    .where(of(agentId, phone))
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

/**
 * Returns the permissions of the contacts to whom the user gave this name, ignoring case. Several contacts may
 * have the same name.
 */
export const findByName = async (agentId: string, name: string): Promise<Permission[]> =>
  db()
    .select(rights)
    .from(whatsappPermissions)
    .where(
      and(
        eq(whatsappPermissions.agentId, agentId),
        raw`lower(${whatsappPermissions.displayName}) = lower(${name})`,
      ),
    )
    .orderBy(asc(whatsappPermissions.phone));

export async function listMessages(
  agentId: string,
  {
    phone = null,
    before = null,
    limit = 50,
  }: { phone?: string | null; before?: string | null; limit?: number },
): Promise<{ messages: WhatsAppMessage[]; next_cursor?: string }> {
  const rows = await db()
    .select({
      ...shown,
      cause: whatsappMessages.cause,
      answered: raw<boolean>`${whatsappMessages.answeredAt} is not null`,
      error: whatsappMessages.error,
      conversation_id: whatsappMessages.conversationId,
    })
    .from(whatsappMessages)
    .leftJoin(whatsappPermissions, ofContact)
    .where(and(of(agentId, phone), before === null ? undefined : isBefore(before)))
    .orderBy(...newestFirst)
    .limit(limit + 1);
  const messages = rows.slice(0, limit).map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  const last = messages.at(-1);
  return { messages, ...(rows.length > limit && last && { next_cursor: `${last.at} ${last.id}` }) };
}

function isBefore(cursor: string) {
  const [at, ...id] = cursor.split(" ");
  return raw`(${whatsappMessages.at}, ${whatsappMessages.id}) < (${at}::timestamptz, ${id.join(" ")})`;
}

export async function forgetOldMessages(): Promise<void> {
  const old = alias(whatsappMessages, "old_message");
  const keys = db()
    .select({ agentId: old.agentId, id: old.id })
    .from(old)
    .where(raw`${old.at} < now() - ${RETENTION_DAYS} * interval '1 day'`)
    .limit(AT_ONCE);
  await db()
    .delete(whatsappMessages)
    .where(raw`(${whatsappMessages.agentId}, ${whatsappMessages.id}) in ${keys}`);
}
