import { z } from "zod";
import { openCredentials } from "@/lib/platform/services/credentials";
import { AppError } from "@/lib/shared/errors";
import { mailAddress } from "@/lib/shared/mail";
import { readChannel, type StoredChannel } from "@/lib/store/channels/channels";

const PRINTABLE = /^\P{Cc}+$/u;
const line = (what: string, maxChars: number) =>
  z.string().trim().min(1, `Give the ${what}.`).max(maxChars).regex(PRINTABLE, `The ${what} is one line.`);

const server = z.strictObject({
  host: line("host", 255).regex(/^[\p{L}\p{N}.:-]+$/u, "A host is a name such as imap.example.org."),
  port: z.int().min(1).max(65_535),
  /** `none` is possible for servers on this machine only. */
  tls: z.enum(["tls", "starttls", "none"]),
});

/** The body of `PUT /api/channels/mail`. Only the password is a secret. */
export const mailCredentials = z.strictObject({
  account: z.strictObject({
    address: mailAddress,
    /** The name that recipients see. */
    name: z
      .string()
      .trim()
      .max(100)
      .regex(/^\P{Cc}*$/u, "The name is one line.")
      .default(""),
    user: line("user name", 255),
    imap: server,
    smtp: server,
  }),
  password: z.string().min(1, "Give the password.").max(2_000).regex(PRINTABLE, "The password is one line."),
});
export type MailCredentials = z.infer<typeof mailCredentials>;
export type MailAccount = MailCredentials["account"] & { agentId: string; password: string };

export const MAIL_TITLE = "Mail";

export const accountOf = (agentId: string, { account, password }: MailCredentials): MailAccount => ({
  ...account,
  ...{ agentId, password },
});

/** Returns the account without its password, or null if the agent has none. */
export async function readAccount(agentId: string): Promise<MailCredentials["account"] | null> {
  const row = await readChannel({ agentId, id: "mail" });
  return row && open(row).account;
}

/** Throws an AppError if the agent has no account. */
export async function connectedAccount(agentId: string): Promise<MailAccount> {
  const row = await readChannel({ agentId, id: "mail" });
  if (!row)
    throw new AppError(
      "conflict",
      "No mail account is connected. The user can connect one in Settings → Channels.",
    );
  return accountOf(agentId, open(row));
}

const open = (row: StoredChannel): MailCredentials =>
  openCredentials({ title: MAIL_TITLE, credentials: mailCredentials }, row);
