import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { checkMailServer } from "@/lib/platform/egress/mail-server";
import { Failed } from "@/lib/platform/services/failed";
import { isRecord } from "@/lib/shared/chat/parts";
import type { MailAccount } from "./account";
import { mailFailure } from "./failure";

const CONNECT_MS = 20_000;
/** Maximum silence of the server. It may scan a mail before it accepts it. */
const SILENCE_MS = 120_000;
/** Maximum time from the connection to the answer, after which a mail counts as unsettled. */
export const MAX_SENDING_SECONDS = 600;

/** Signs in to the SMTP server without sending anything. Throws `Failed`. */
export async function checkSmtp(
  account: MailAccount,
  signal: AbortSignal,
  connectMs = CONNECT_MS,
): Promise<void> {
  const { connection, close } = await openSmtp(account, signal, connectMs);
  connection.quit();
  close();
}

type Envelope = { from: string; to: readonly string[] };

/**
 * Sends one mail. `beforeContent` runs after the server has accepted the recipients and before the first byte of the
 * content leaves, and can still stop the transmission. Returns the rejected recipients; at least one was accepted.
 * Throws `Failed`: `unknown` only if the content was transmitted and the server's answer is missing.
 */
export async function deliver(
  account: MailAccount,
  { from, to }: Envelope,
  content: Buffer,
  { signal, beforeContent }: { signal: AbortSignal; beforeContent: () => Promise<void> },
): Promise<string[]> {
  const { connection, close, lost } = await openSmtp(account, signal);
  const progress = { hasContent: false };
  async function* bytes() {
    await beforeContent();
    progress.hasContent = true;
    yield content;
  }
  try {
    const sent = new Promise<string[]>((resolve, reject) =>
      connection.send({ from, to: [...to] }, Readable.from(bytes()), (error, info) =>
        error ? reject(error) : resolve((info?.rejected ?? []).map(String)),
      ),
    );
    return await Promise.race([sent, lost]);
  } catch (error) {
    throw progress.hasContent ? afterContent(error, account) : beforeAccepted(error, account);
  } finally {
    connection.quit();
    close();
  }
}

async function openSmtp(account: MailAccount, signal: AbortSignal, connectMs = CONNECT_MS) {
  const { agentId, address, smtp, user, password: pass } = account;
  const at = { protocol: "SMTP", ...smtp } as const;
  const caller = { agentId, tool: "mail" };
  const server = await checkMailServer(smtp, { caller, protocol: "SMTP", signal }).catch((error) => {
    throw mailFailure(error, at);
  });
  const connection = new SMTPConnection({
    host: server.address,
    port: server.port,
    servername: server.servername,
    secure: smtp.tls === "tls",
    requireTLS: smtp.tls === "starttls",
    ignoreTLS: smtp.tls === "none",
    name: address.slice(address.lastIndexOf("@") + 1),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: SILENCE_MS,
    logger: false,
  });
  const { promise: lost, reject: fail } = Promise.withResolvers<never>();
  lost.catch(() => {});
  connection.on("error", fail);
  connection.once("end", () => fail(new Error("The connection ended")));
  const stop = () => connection.close();
  signal.addEventListener("abort", stop, { once: true });
  const close = (error?: unknown) => {
    signal.removeEventListener("abort", stop);
    server.end(error);
  };
  try {
    const connected = new Promise<void>((resolve) => connection.connect(() => resolve()));
    await Promise.race([connected, lost]);
    const signedIn = new Promise<void>((resolve, reject) =>
      connection.login({ credentials: { user, pass } }, (error) => (error ? reject(error) : resolve())),
    );
    await Promise.race([signedIn, lost]);
    return { connection, close, lost };
  } catch (error) {
    connection.close();
    close(error);
    signal.throwIfAborted();
    throw mailFailure(error, at);
  }
}

const codeOf = (error: unknown): number =>
  isRecord(error) && typeof error.responseCode === "number" ? error.responseCode : 0;

/** An answer with a code is definite: the server has not accepted the mail. */
function afterContent(error: unknown, account: MailAccount): Failed {
  if (error instanceof Failed) return error;
  if (codeOf(error) >= 400) return refusal(error);
  const { message } = mailFailure(error, { protocol: "SMTP", ...account.smtp });
  return new Failed("unknown", `${message} The mail may have been sent.`, { cause: error });
}

function beforeAccepted(error: unknown, account: MailAccount): Failed {
  return codeOf(error) >= 400 ? refusal(error) : mailFailure(error, { protocol: "SMTP", ...account.smtp });
}

function refusal(error: unknown): Failed {
  const code = codeOf(error);
  return code >= 500
    ? new Failed(
        "refused",
        `The SMTP server rejected the mail (${code}). Check the recipients and the size.`,
        { cause: error },
      )
    : new Failed("later", `The SMTP server does not accept the mail at the moment (${code}).`, {
        cause: error,
      });
}
