import * as z from "zod/mini";

/**
 * An address without a display name. Other alphabets are possible before and after the @. Quoted local parts, comments
 * and lists are not, so that one value never becomes several recipients.
 */
export const mailAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254, "An address has at most 254 characters."),
    z.regex(
      /^[^\s@<>(),;:"\\[\]\p{C}]+@[^\s@<>(),;:"\\[\]\p{C}]+\.?[^\s@<>(),;:"\\[\]\p{C}]+$/u,
      "Give one address, such as ada@example.org.",
    ),
  );

/** An address, or a domain with all of its addresses. */
export const senderRule = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254),
    z.regex(
      /^(?:[^\s@<>,;"\p{C}]+@)?[^\s@<>,;"\p{C}]+$/u,
      "Give an address or a domain, such as example.org.",
    ),
  );

/** Returns true if the address is the rule's, or in its domain or a subdomain of it. */
export function isFrom(rule: string, address: string): boolean {
  const [wanted, sender] = [rule.toLowerCase(), address.toLowerCase()];
  return wanted.includes("@") ? sender === wanted : isWithin(domainOf(sender), wanted);
}

/** Returns true if some address can match both rules. */
export function canMatchBoth(one: string, other: string): boolean {
  if (one.includes("@")) return isFrom(other, one);
  if (other.includes("@")) return isFrom(one, other);
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return isWithin(a, b) || isWithin(b, a);
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
const isWithin = (domain: string, wanted: string): boolean =>
  domain === wanted || domain.endsWith(`.${wanted}`);

export const MAX_FOLDERS = 100;
export const MAX_SENDERS = 200;

export const mailRules = z.object({
  folders: z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.maxLength(MAX_FOLDERS)),
  senders: z.array(senderRule).check(z.maxLength(MAX_SENDERS)),
  talks: z.boolean(),
});
export type MailRules = z.infer<typeof mailRules>;

const mailServer = z.object({ host: z.string(), port: z.number(), tls: z.enum(["tls", "starttls", "none"]) });
export const mailView = z.object({
  account: z.nullable(
    z.object({
      address: z.string(),
      name: z.string(),
      user: z.string(),
      imap: mailServer,
      smtp: mailServer,
    }),
  ),
  rules: mailRules,
});
export type MailView = z.infer<typeof mailView>;

export const mailFolders = z.object({
  folders: z.array(z.object({ path: z.string(), use: z.nullable(z.string()) })),
});

export const MAIL_STATUSES = ["draft", "queued", "sending", "sent", "failed", "unknown"] as const;
export const mailItem = z.object({
  id: z.string(),
  conversation_id: z.nullable(z.string()),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  files: z.array(z.string()),
  status: z.enum(MAIL_STATUSES),
  error: z.nullable(z.string()),
  created_at: z.string(),
  sent_at: z.nullable(z.string()),
});
export type MailItem = z.infer<typeof mailItem>;
export const mailItems = z.object({ mails: z.array(mailItem), next_cursor: z.optional(z.string()) });
