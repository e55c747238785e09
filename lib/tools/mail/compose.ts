import { randomUUID } from "node:crypto";
import MailComposer from "nodemailer/lib/mail-composer";
import { z } from "zod";
import { mailAddress } from "@/lib/shared/mail";
import type { MailDraftRow } from "@/lib/store/rows";
import type { MailAccount } from "./account";

const MAX_RECIPIENTS = 50;
const MAX_SUBJECT = 300;
const MAX_TEXT = 100_000;
export const MAX_ATTACHED = 10;

const recipients = z.array(mailAddress).max(MAX_RECIPIENTS);

/** The content of a mail as the model gives it and the user approves it. */
export const mailContent = {
  to: recipients.min(1),
  cc: recipients.default([]),
  bcc: recipients.default([]),
  subject: z
    .string()
    .trim()
    .max(MAX_SUBJECT)
    .regex(/^\P{Cc}*$/u, "A subject is one line."),
  text: z.string().trim().min(1).max(MAX_TEXT),
};

/** Returns a Message-ID in the domain of the account. */
export const newMessageId = ({ address }: Pick<MailAccount, "address">): string =>
  `<${randomUUID()}@${asciiDomain(address)}>`;

/** A Message-ID has no spaces or control characters, so a foreign one cannot add headers. */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/;
const MAX_REFERENCES = 20;

/** Returns the valid ids of a `References`, `In-Reply-To` or `Message-ID` header, oldest first. */
export const messageIdsIn = (header: string): string[] =>
  (header.match(/<[^<>]*>/g) ?? []).filter((id) => MESSAGE_ID.test(id)).slice(-MAX_REFERENCES);

export type Attached = { name: string; mediaType: string; bytes: Uint8Array };

type Outgoing = Pick<
  MailDraftRow,
  "to" | "cc" | "subject" | "text" | "messageId" | "inReplyTo" | "references" | "createdAt"
> & { headers?: Record<string, string> };

/** Writes a mail without its hidden recipients, which only the envelope names. */
export function composeMail(
  { address, name }: Pick<MailAccount, "address" | "name">,
  { to, cc, subject, text, messageId, inReplyTo, references, createdAt, headers = {} }: Outgoing,
  files: readonly Attached[] = [],
): Promise<Buffer> {
  return new MailComposer({
    from: { name, address },
    to: to.map(bare),
    cc: cc.map(bare),
    ...{ subject, text, messageId, headers },
    date: new Date(createdAt),
    ...(inReplyTo && { inReplyTo, references: [...references] }),
    attachments: files.map(({ name: filename, mediaType: contentType, bytes }) => ({
      ...{ filename, contentType },
      content: Buffer.from(bytes),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

const bare = (address: string) => ({ name: "", address });

const asciiDomain = (address: string): string =>
  URL.parse(`https://${address.slice(address.lastIndexOf("@") + 1)}`)?.hostname ?? "localhost";

/** Quotes a text below an answer, with the sender and the date of the mail. */
export const quoted = (text: string, { from, date }: { from: string; date: string | null }): string =>
  [
    `${date ? `On ${date}, ` : ""}${from} wrote:`,
    ...text.split("\n").map((line) => `> ${line}`.trimEnd()),
  ].join("\n");
