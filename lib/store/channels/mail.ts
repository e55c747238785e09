import { and, count, desc, eq, inArray, lt, or, sql as raw } from "drizzle-orm";
import { conversations, mailDrafts, mailRules } from "@/drizzle/schema";
import type { MailItem, MailRules } from "@/lib/shared/mail";
import { publish } from "@/lib/store/bus";
import { db } from "@/lib/store/db";
import type { MailDraftRow } from "@/lib/store/rows";
import { reviseChannel } from "./channels";

const changed = (agentId: string) =>
  publish({ type: "channel", agent: agentId, id: "mail", what: "contacts" });

type StoredRules = MailRules & { verifiedBy: string | null };
const NO_RULES: StoredRules = { folders: [], senders: [], talks: false, verifiedBy: null };

export async function readMailRules(agentId: string): Promise<StoredRules> {
  const { folders, senders, talks, verifiedBy } = mailRules;
  const [row] = await db()
    .select({ folders, senders, talks, verifiedBy })
    .from(mailRules)
    .where(eq(mailRules.agentId, agentId));
  return row ?? NO_RULES;
}

/** Saves the rules. The connection to the server starts again with them. */
export async function saveMailRules(agentId: string, rules: MailRules): Promise<void> {
  await db()
    .insert(mailRules)
    .values({ agentId, ...rules })
    .onConflictDoUpdate({ target: mailRules.agentId, set: rules });
  await reviseChannel({ agentId, id: "mail" });
}

/** Stores the server that verified the sender of the pairing mail. */
export async function saveVerifier(agentId: string, verifiedBy: string): Promise<void> {
  await db()
    .insert(mailRules)
    .values({ agentId, verifiedBy })
    .onConflictDoUpdate({ target: mailRules.agentId, set: { verifiedBy } });
}

export type NewMail = Pick<
  MailDraftRow,
  | "agentId"
  | "conversationId"
  | "toolCallId"
  | "messageId"
  | "to"
  | "cc"
  | "bcc"
  | "subject"
  | "text"
  | "files"
  | "inReplyTo"
  | "references"
> & { status: "draft" | "queued" };

/**
 * Stores a draft or an approved mail. A repeated call with the same id returns the stored row in its present state.
 */
export async function addMail(mail: NewMail): Promise<MailDraftRow> {
  // The conversation can be deleted while its run works.
  const { id } = conversations;
  const present = db()
    .select({ id })
    .from(conversations)
    .where(eq(id, raw`${mail.conversationId}::uuid`));
  const [added] = await db()
    .insert(mailDrafts)
    .values({ ...mail, conversationId: raw`(${present})` })
    .onConflictDoNothing({ target: [mailDrafts.agentId, mailDrafts.toolCallId] })
    .returning();
  if (added) changed(mail.agentId);
  const row = added ?? (await readMailOfCall(mail.agentId, mail.toolCallId));
  if (!row) throw new Error("A mail was deleted while it was stored");
  return row;
}

export async function readMailOfCall(agentId: string, toolCallId: string): Promise<MailDraftRow | null> {
  const [row] = await db()
    .select()
    .from(mailDrafts)
    .where(and(eq(mailDrafts.agentId, agentId), eq(mailDrafts.toolCallId, toolCallId)));
  return row ?? null;
}

export async function readMail(agentId: string, id: string): Promise<MailDraftRow | null> {
  const [row] = await db()
    .select()
    .from(mailDrafts)
    .where(and(eq(mailDrafts.agentId, agentId), eq(mailDrafts.id, id)));
  return row ?? null;
}

/** Returns true if the agent wrote the mail with this Message-ID. */
export async function isOwnMail(agentId: string, messageId: string): Promise<boolean> {
  const rows = await db()
    .select({ id: mailDrafts.id })
    .from(mailDrafts)
    .where(and(eq(mailDrafts.agentId, agentId), eq(mailDrafts.messageId, messageId)))
    .limit(1);
  return rows.length > 0;
}

/** Changes the status if it is one of `from`. Returns false if it is not. */
export async function moveMail(
  { agentId, id }: Pick<MailDraftRow, "agentId" | "id">,
  from: MailDraftRow["status"][],
  status: MailDraftRow["status"],
  error: string | null = null,
): Promise<boolean> {
  const rows = await db()
    .update(mailDrafts)
    .set({ status, error, ...(status === "sent" && { sentAt: raw`now()` }) })
    .where(and(eq(mailDrafts.agentId, agentId), eq(mailDrafts.id, id), inArray(mailDrafts.status, from)))
    .returning({ id: mailDrafts.id });
  if (rows.length > 0) changed(agentId);
  return rows.length > 0;
}

/** Deletes a draft that was not sent. */
export async function deleteDraft(agentId: string, id: string): Promise<MailDraftRow | null> {
  const [row] = await db()
    .delete(mailDrafts)
    .where(and(eq(mailDrafts.agentId, agentId), eq(mailDrafts.id, id), eq(mailDrafts.status, "draft")))
    .returning();
  if (row) changed(agentId);
  return row ?? null;
}

/** Number of sent mails, newest first, whose recipients count as known. */
const KNOWN = 5_000;

/** Returns those of `addresses` to which the agent has not sent a mail yet. */
export async function newRecipients(agentId: string, addresses: readonly string[]): Promise<string[]> {
  const { to, cc, bcc } = mailDrafts;
  const rows = await db()
    .select({ to, cc, bcc })
    .from(mailDrafts)
    .where(and(eq(mailDrafts.agentId, agentId), eq(mailDrafts.status, "sent")))
    .orderBy(desc(mailDrafts.createdAt))
    .limit(KNOWN);
  const known = new Set(rows.flatMap((row) => [...row.to, ...row.cc, ...row.bcc]).map(canonical));
  return addresses.filter((address) => !known.has(canonical(address)));
}

const canonical = (address: string): string => address.toLowerCase();

/** Returns true if a mail with the same recipients and content may have been sent, although that is not certain. */
export async function mayBeSent(
  agentId: string,
  { subject, text }: Pick<NewMail, "subject" | "text">,
): Promise<boolean> {
  const [row] = await db()
    .select({ count: count() })
    .from(mailDrafts)
    .where(
      and(
        eq(mailDrafts.agentId, agentId),
        inArray(mailDrafts.status, ["unknown", "sending"]),
        eq(mailDrafts.subject, subject),
        eq(mailDrafts.text, text),
      ),
    );
  return (row?.count ?? 0) > 0;
}

const PAGE = 30;

/** Lists drafts and mails, newest first. `before` is the cursor of the page before. */
export async function listMails(
  agentId: string,
  before?: string,
): Promise<{ mails: MailItem[]; next_cursor?: string }> {
  const { id } = mailDrafts;
  // The cursor has milliseconds.
  const created = raw`date_trunc('milliseconds', ${mailDrafts.createdAt})`;
  const [at = "", last = ""] = before?.split(" ") ?? [];
  const isBefore = or(
    raw`${created} < ${at}::timestamptz`,
    and(raw`${created} = ${at}::timestamptz`, lt(id, last)),
  );
  const rows = await db()
    .select()
    .from(mailDrafts)
    .where(and(eq(mailDrafts.agentId, agentId), before === undefined ? undefined : isBefore))
    .orderBy(raw`${created} desc`, desc(id))
    .limit(PAGE + 1);
  const mails = rows.slice(0, PAGE).map(toItem);
  const end = mails.at(-1);
  return { mails, ...(rows.length > PAGE && end && { next_cursor: `${end.created_at} ${end.id}` }) };
}

/** Approved mails that nothing sends any more. `seconds`: ages at which that is certain. */
export const listUnsettled = (seconds: { queued: number; sending: number }): Promise<MailDraftRow[]> =>
  db()
    .select()
    .from(mailDrafts)
    .where(
      and(
        raw`${mailDrafts.status} in ('queued', 'sending')`,
        raw`${mailDrafts.createdAt} < now() - interval '1 second' *
          case when ${mailDrafts.status} = 'sending' then ${seconds.sending}::int else ${seconds.queued}::int end`,
      ),
    )
    .limit(100);

const iso = (at: string) => new Date(at).toISOString();

const toItem = (row: MailDraftRow): MailItem => ({
  ...{ id: row.id, conversation_id: row.conversationId, to: row.to, cc: row.cc, bcc: row.bcc },
  ...{ subject: row.subject, text: row.text, files: row.files, status: row.status, error: row.error },
  created_at: iso(row.createdAt),
  sent_at: row.sentAt && iso(row.sentAt),
});
