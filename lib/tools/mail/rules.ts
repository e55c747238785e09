import { AppError } from "@/lib/shared/errors";
import { isFrom, type MailRules } from "@/lib/shared/mail";

/** Throws `forbidden` if the user has not chosen the folder for the agent. */
export function assertFolder({ folders }: MailRules, path: string): void {
  if (folders.includes(path)) return;
  const chosen =
    folders.length > 0 ? `Chosen folders: ${folders.join(", ")}.` : "The user has chosen no folder.";
  throw new AppError(
    "forbidden",
    `You may not read the folder ${JSON.stringify(path.slice(0, 200))}. ${chosen} The user chooses folders in Settings → Channels.`,
  );
}

/** Returns true if the agent may read mails of this address. A domain includes its subdomains. */
export function mayReadFrom({ senders }: MailRules, address: string): boolean {
  return senders.length === 0 || senders.some((rule) => isFrom(rule, address));
}
