import { createHash } from "node:crypto";
import { z } from "zod";
import { mailOrigin } from "@/lib/shared/origins";
import type { Authentication } from "@/lib/tools/mail/authentication";
import { type Mail, type MailRef, readRef, writeRef } from "@/lib/tools/mail/read";
import type { Inbound } from "../inbound";

/** A mail as it is stored until it is processed. */
export const storedMail = z.object({
  ref: z.string(),
  messageId: z.string(),
  /** Message-ID of the first mail of the thread. */
  root: z.string(),
  from: z.string(),
  name: z.string(),
  subject: z.string(),
  text: z.string(),
  date: z.string().nullable(),
  /** The server that verified the sender's address; null if none did. */
  verifiedBy: z.string().nullable(),
  attachments: z.array(z.object({ part: z.string(), name: z.string(), type: z.string(), size: z.number() })),
});
export type StoredMail = z.infer<typeof storedMail>;

const MAX_TEXT = 200_000;
const MAX_ATTACHMENTS = 20;

export function toStored(mail: Mail, root: string, authentication: Authentication | null): StoredMail {
  const { ref, from, subject, text, date, attachments } = mail;
  return {
    ...{ ref: writeRef(ref), messageId: idOf(mail), root, date },
    ...{ from: from.address.toLowerCase(), name: from.name, subject: withoutNul(subject) },
    text: withoutNul(text).slice(0, MAX_TEXT),
    verifiedBy: authentication?.domain ? authentication.by : null,
    attachments: attachments.slice(0, MAX_ATTACHMENTS),
  };
}

export const withoutNul = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** A mail without a Message-ID is identified by its place on the server. */
export const idOf = ({ messageId, ref }: Pick<Mail, "messageId" | "ref">): string =>
  messageId ?? `<${ref.validity}.${ref.uid}@mail.invalid>`;

/** The id of the update. It is the same for copies of a mail, and after the server renumbered its folders. */
export const updateIdOf = ({ messageId }: Pick<StoredMail, "messageId">): string =>
  createHash("sha256").update(messageId).digest("hex");

/** A thread with one user is one chat. */
export const chatIdOf = ({ from, root }: Pick<StoredMail, "from" | "root">): string => `${from} ${root}`;

export function readChatId(chatId: string): { to: string; root: string } {
  const at = chatId.indexOf(" ");
  return { to: chatId.slice(0, at), root: chatId.slice(at + 1) };
}

const PAIRING = /^\s*\/start\s/i;
export const isPairingMail = ({ subject }: { subject: string }): boolean => PAIRING.test(subject);

/**
 * Returns the mail as a message. Its whole text counts as text of its sender, because a mail can quote and forward
 * mails of others.
 */
export function toInbound(payload: unknown): Inbound {
  const mail = storedMail.parse(payload);
  const { from, name, subject, text, messageId, verifiedBy, date, ref, attachments } = mail;
  return {
    type: "message",
    chat: { id: chatIdOf(mail), kind: "private", title: subject || "Mail" },
    from: { id: from, name: name || from },
    externalId: messageId,
    text: isPairingMail(mail) ? subject : withoutQuotes(text),
    files: attachments.map(({ part, name, type, size }) => ({
      ...{ id: `${part} ${ref}`, name, mediaType: type, size },
    })),
    at: date === null ? Date.now() : Date.parse(date),
    isAddressed: true,
    origins: [mailOrigin(from)],
    verifiedBy,
  };
}

export function readFileId(id: string): { part: string; ref: MailRef } {
  const at = id.indexOf(" ");
  return { part: id.slice(0, at), ref: readRef(id.slice(at + 1)) };
}

/** Leaves out quoted lines, and the line above them. This only shortens the text; all of it has the same origin. */
export function withoutQuotes(text: string): string {
  const lines = text.split("\n");
  const kept = lines.filter(
    (line, at) => !line.startsWith(">") && !(line.trimEnd().endsWith(":") && isFollowedByQuote(lines, at)),
  );
  return kept
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const isFollowedByQuote = (lines: readonly string[], at: number): boolean =>
  lines
    .slice(at + 1)
    .find((line) => line.trim() !== "")
    ?.startsWith(">") ?? false;
