import type { ImapFlow } from "imapflow";
import { log } from "@/lib/ground/base/log";
import { read as readBlob } from "@/lib/ground/blobs/blobs";
import { Failed } from "@/lib/platform/services/failed";
import { AppError } from "@/lib/shared/errors";
import { deleteDraft, moveMail, readMail } from "@/lib/store/channels/mail";
import { readMany } from "@/lib/store/data/files";
import type { MailDraftRow } from "@/lib/store/rows";
import type { MailAccount } from "./account";
import { type Attached, composeMail } from "./compose";
import { folderFor, inFolder, withImap, withMessageId } from "./imap";
import { deliver } from "./smtp";

const MAX_ATTACHED_BYTES = 25_000_000;
const UNSURE = "The connection ended while the mail server accepted the mail, so it may have been sent.";

/** The status of a mail. `error` explains `failed` and `unknown`, and names the rejected recipients of a sent mail. */
export type Outcome = { status: "sent" | "failed" | "unknown"; error: string | null };

/**
 * Sends an approved mail, or finds out what became of it. It transmits the content at most once: the row says `sending`
 * before the first byte leaves, and a mail in that state is looked for in the folder for sent mails, never repeated.
 */
export async function sendStored(
  account: MailAccount,
  mail: MailDraftRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const { status } = mail;
  if (status === "sent" || status === "failed" || status === "unknown") return { status, error: mail.error };
  if (status === "sending") return settleInterrupted(account, mail, signal);
  const content = await composeMail(account, mail, await attachedTo(mail));
  const to = [...new Set([...mail.to, ...mail.cc, ...mail.bcc])];
  /** Another server can repeat the call while this one still runs. Only one of them gets the mail. */
  let isTaken = false;
  const beforeContent = async () => {
    isTaken = !(await moveMail(mail, ["queued"], "sending"));
    if (isTaken) throw new Failed("refused", "Another server is sending this mail.");
  };
  try {
    const rejected = await deliver(account, { from: account.address, to }, content, {
      signal,
      beforeContent,
    });
    const error =
      rejected.length > 0 ? `The mail server did not accept these recipients: ${rejected.join(", ")}.` : null;
    await moveMail(mail, ["sending"], "sent", error);
    await keepCopy(account, mail, content, "Sent");
    return { status: "sent", error };
  } catch (error) {
    if (isTaken) return { status: "unknown", error: UNSURE };
    return failed(account, mail, error);
  }
}

async function failed(account: MailAccount, mail: MailDraftRow, error: unknown): Promise<Outcome> {
  if (!(error instanceof Failed)) throw error;
  // The call's own signal may have ended the transmission, so the search needs another one.
  if (error.kind === "unknown") return settleInterrupted(account, mail, AbortSignal.timeout(60_000));
  await moveMail(mail, ["queued", "sending"], "failed", error.message);
  return { status: "failed", error: error.message };
}

/** Looks for a mail whose transmission was interrupted. Without a trace of it, the user decides. */
export async function settleInterrupted(
  account: MailAccount,
  mail: MailDraftRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const isFound = await isInSent(account, mail, signal).catch((error) => {
    log.info("A mail whose sending was interrupted could not be looked for", error);
    return null;
  });
  // The row stays as it is, so that a background job looks again.
  if (isFound === null) return { status: "unknown", error: UNSURE };
  const outcome: Outcome = isFound ? { status: "sent", error: null } : { status: "unknown", error: UNSURE };
  await moveMail(mail, ["sending"], outcome.status, outcome.error);
  const stored = await readMail(mail.agentId, mail.id);
  return stored?.status === "sent" ? { status: "sent", error: stored.error } : outcome;
}

const isInSent = (account: MailAccount, { messageId }: MailDraftRow, signal: AbortSignal): Promise<boolean> =>
  withImap(account, signal, async (client) => {
    const path = await folderFor(client, "Sent");
    return path !== null && (await withMessageId(client, path, messageId)).length > 0;
  });

/** Stores a copy on the server, once. A mail counts as sent also if that fails. Returns whether the copy exists. */
export async function keepCopy(
  account: MailAccount,
  { messageId }: Pick<MailDraftRow, "messageId">,
  content: Buffer,
  use: "Sent" | "Drafts",
): Promise<boolean> {
  try {
    return await withImap(account, AbortSignal.timeout(60_000), async (client) => {
      const path = await folderFor(client, use);
      if (path === null) return false;
      if ((await withMessageId(client, path, messageId)).length > 0) return true;
      return Boolean(await client.append(path, content, [use === "Sent" ? "\\Seen" : "\\Draft"]));
    });
  } catch (error) {
    log.info("A copy of a mail was not stored on its server", error);
    return false;
  }
}

/** Deletes a draft here and on the server. */
export async function discardDraft(account: MailAccount, id: string, signal: AbortSignal): Promise<void> {
  const draft = await deleteDraft(account.agentId, id);
  if (!draft) throw new AppError("not_found", "There is no such draft. It may have been sent or replaced.");
  await withImap(account, signal, (client) => removeFromServer(client, draft)).catch((error) =>
    log.info("A draft was not deleted on its server", error),
  );
}

async function removeFromServer(client: ImapFlow, { messageId }: MailDraftRow): Promise<void> {
  const path = await folderFor(client, "Drafts");
  if (path === null) return;
  const uids = await withMessageId(client, path, messageId);
  if (uids.length > 0)
    await inFolder(client, path, () => client.messageDelete(uids.join(","), { uid: true }), {
      readOnly: false,
    });
}

/** Reads the attached files. Throws an AppError if one is missing or all are too large. */
export async function attachedTo({
  agentId,
  files,
}: Pick<MailDraftRow, "agentId" | "files">): Promise<Attached[]> {
  if (files.length === 0) return [];
  const rows = await readMany(agentId, files);
  const missing = files.find((id) => !rows.some((row) => row.id === id));
  if (missing) throw new AppError("not_found", `There is no file ${missing}.`);
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  if (size > MAX_ATTACHED_BYTES)
    throw new AppError("too_large", `The attachments are larger than ${MAX_ATTACHED_BYTES / 1_000_000} MB.`);
  return Promise.all(
    rows.map(async ({ name, mediaType, hash }) => {
      const bytes = await readBlob(hash);
      if (!bytes) throw new AppError("not_found", `The content of ${name} no longer exists.`);
      return { name, mediaType, bytes };
    }),
  );
}
