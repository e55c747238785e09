import { ImapFlow } from "imapflow";
import { checkMailServer } from "@/lib/platform/egress/mail-server";
import { Failed } from "@/lib/platform/services/failed";
import { isRecord } from "@/lib/shared/chat/parts";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { MailAccount } from "./account";
import { mailFailure } from "./failure";

const CONNECT_MS = 20_000;
const IDLE_MS = 5 * 60_000;
/** A server drops an IDLE after 29 minutes at the earliest. */
const MAX_IDLE_MS = 25 * 60_000;
const MAX_LITERAL_BYTES = 80_000_000;
const MAX_LINE_BYTES = 20_000_000;

export type ImapConnection = { client: ImapFlow; close(): Promise<void> };

/**
 * Signs in to the IMAP server. The connection ends when `signal` aborts. Throws `Failed`. The client parses only the
 * protocol; the content of mails is parsed in a confined process.
 */
export async function openImap(account: MailAccount, signal: AbortSignal): Promise<ImapConnection> {
  const { agentId, imap, user, password: pass } = account;
  const at = { protocol: "IMAP", ...imap } as const;
  const caller = { agentId, tool: "mail" };
  const server = await checkMailServer(imap, { caller, protocol: "IMAP", signal }).catch((error) => {
    throw mailFailure(error, at);
  });
  const client = new ImapFlow({
    host: server.address,
    port: server.port,
    servername: server.servername,
    secure: imap.tls === "tls",
    doSTARTTLS: imap.tls === "starttls",
    auth: { user, pass },
    clientInfo: { name: "Easel" },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    maxIdleTime: MAX_IDLE_MS,
    missingIdleCommand: "NOOP",
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxResponseSize: 2 * MAX_LITERAL_BYTES,
    maxLineLength: MAX_LINE_BYTES,
  });
  let failure: unknown;
  client.on("error", (error) => {
    failure = error;
  });
  const stop = () => client.close();
  signal.addEventListener("abort", stop, { once: true });
  client.once("close", () => {
    signal.removeEventListener("abort", stop);
    server.end(failure);
  });
  try {
    await client.connect();
    return { client, close: () => client.logout().catch(() => client.close()) };
  } catch (error) {
    client.close();
    server.end(error);
    signal.throwIfAborted();
    throw mailFailure(error, at);
  }
}

/** Runs `work` with its own connection. Throws `Failed`, or an AppError of `work`. */
export async function withImap<T>(
  account: MailAccount,
  signal: AbortSignal,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const { client, close } = await openImap(account, signal);
  try {
    return await work(client);
  } catch (error) {
    signal.throwIfAborted();
    throw isAppError(error) ? error : mailFailure(error, { protocol: "IMAP", ...account.imap });
  } finally {
    await close();
  }
}

/** Opens a folder for `work`. Throws `not_found` if the server does not have it. */
export async function inFolder<T>(
  client: ImapFlow,
  path: string,
  work: (validity: string) => Promise<T>,
  { readOnly = true } = {},
): Promise<T> {
  const lock = await client.getMailboxLock(path, { readOnly }).catch((error) => {
    if (isRecord(error) && (error.mailboxMissing === true || error.responseStatus === "NO"))
      throw new AppError("not_found", `The mail server has no folder ${JSON.stringify(path.slice(0, 200))}.`);
    throw error;
  });
  try {
    const { mailbox } = client;
    if (!mailbox) throw new Failed("later", "The mail server closed the folder.");
    return await work(mailbox.uidValidity.toString());
  } finally {
    lock.release();
  }
}

export type Folder = { path: string; use: string | null };

export async function listFolders(client: ImapFlow): Promise<Folder[]> {
  const all = await client.list();
  return all
    .filter(({ flags }) => !flags.has("\\Noselect") && !flags.has("\\NonExistent"))
    .map(({ path, specialUse }) => ({ path, use: specialUse?.replace("\\", "") ?? null }));
}

/** Returns the path of the folder for sent mails or for drafts, or null if the server names none. */
export async function folderFor(client: ImapFlow, use: "Sent" | "Drafts"): Promise<string | null> {
  const all = await listFolders(client);
  return all.find((folder) => folder.use === use)?.path ?? null;
}

/** Returns the UIDs of mails with this Message-ID in a folder. */
export const withMessageId = (client: ImapFlow, path: string, messageId: string): Promise<number[]> =>
  inFolder(
    client,
    path,
    async () => (await client.search({ header: { "message-id": messageId } }, { uid: true })) || [],
  );
