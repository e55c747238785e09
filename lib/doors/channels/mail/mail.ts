import { Failed } from "@/lib/platform/services/failed";
import { AppError } from "@/lib/shared/errors";
import { readChat } from "@/lib/store/channels/channel-chats";
import { isPaired } from "@/lib/store/channels/channel-people";
import { readMailRules, saveVerifier } from "@/lib/store/channels/mail";
import {
  accountOf,
  MAIL_TITLE,
  type MailAccount,
  type MailCredentials,
  mailCredentials,
} from "@/lib/tools/mail/account";
import { composeMail, newMessageId } from "@/lib/tools/mail/compose";
import { openImap, withImap } from "@/lib/tools/mail/imap";
import { readAttachment } from "@/lib/tools/mail/read";
import { checkSmtp, deliver } from "@/lib/tools/mail/smtp";
import { linkToAsk } from "../ask-link";
import { type ChannelSession, defineChannel, type Receiver } from "../define";
import { sleep } from "../pace";
import { readChatId, readFileId, toInbound } from "./received";
import { receiveNew } from "./watch";

const INBOX = "INBOX";
/** Interval at which a server without new mails is asked whether it still responds. */
const ASK_MS = 4 * 60_000;
const CHECK_MS = 40_000;

type MailSession = ChannelSession<MailCredentials>;

/** A mail account by IMAP and SMTP. The agent reads it with its tools; paired users can also write to the agent. */
export const mail = defineChannel<MailCredentials>({
  id: "mail",
  title: MAIL_TITLE,
  lacks: [],
  capabilities: {
    ...{ buttons: 0, edit: false, files: true, links: false, maxText: 200_000 },
    ...{ answersByLink: true, isWhole: true },
  },
  pace: { perSecond: 1, privateMs: 1_000, groupMs: 1_000 },
  credentials: mailCredentials,
  pairingUrl: (accountUrl, code) => `${accountUrl}?subject=${encodeURIComponent(`/start ${code}`)}`,

  async identify(agentId, credentials) {
    const account = accountOf(agentId, credentials);
    const signal = AbortSignal.timeout(CHECK_MS);
    await withImap(account, signal, async () => {}).catch(toAppError);
    await checkSmtp(account, signal).catch(toAppError);
    const { address } = account;
    return { id: address.toLowerCase(), name: address, url: `mailto:${address}` };
  },

  async start(session, receiver) {
    const account = accountOf(session.agentId, session.credentials);
    const { client, close } = await openImap(account, session.signal);
    try {
      await receiver.connected();
      await watchInbox(session, { account, client, receiver });
    } finally {
      await close();
    }
  },

  read: toInbound,

  async admit(agentId, inbound) {
    const { talks, verifiedBy } = await readMailRules(agentId);
    const isVerified = inbound.type === "message" && verifiedBy !== null && inbound.verifiedBy === verifiedBy;
    const isOwner = talks && isVerified && (await isPaired({ agentId, id: "mail" }, inbound.from.id));
    return isOwner ? { as: "owner" } : { as: "stranger" };
  },

  /**
   * The mail with the code shows which server verifies senders. Later mails count as the user's only if the same server
   * has verified them, because anyone can write any sender's address.
   */
  async pairing(agentId, inbound) {
    if (!(await readMailRules(agentId)).talks) return "Talking to the agent by mail is off.";
    const verifiedBy = inbound.type === "message" ? inbound.verifiedBy : null;
    if (!verifiedBy)
      return "Your mail server does not confirm who sent a mail (Authentication-Results), so Easel cannot recognise you. Your address was not paired.";
    await saveVerifier(agentId, verifiedBy);
    return null;
  },

  askLink: linkToAsk,

  async send(session, { chatId, text, file }) {
    if (!text.text && !file) return "";
    const { agentId, credentials, signal } = session;
    const account = accountOf(agentId, credentials);
    const { to, root } = readChatId(chatId);
    const { title = MAIL_TITLE } = (await readChat({ agentId, id: "mail", chatId })) ?? {};
    const messageId = newMessageId(account);
    const content = await composeMail(
      account,
      {
        ...{ to: [to], cc: [], messageId, inReplyTo: root, references: [root] },
        subject: /^re:/i.test(title) ? title : `Re: ${title}`,
        text: text.text || (file?.name ?? ""),
        createdAt: new Date().toISOString(),
        headers: { "Auto-Submitted": "auto-replied" },
      },
      file ? [file] : [],
    );
    const envelope = { from: account.address, to: [to] };
    await deliver(account, envelope, content, { signal, beforeContent: async () => {} });
    return messageId;
  },

  async download(session, { id }, _maxBytes) {
    const { agentId, credentials, signal } = session;
    const { part, ref } = readFileId(id);
    const rules = { ...(await readMailRules(agentId)), folders: [ref.folder], senders: [] };
    const account = accountOf(agentId, credentials);
    const file = await withImap(account, signal, (client) =>
      readAttachment(client, rules, { ref, part }, signal),
    ).catch(toAppError);
    return file.bytes;
  },
});

type Connected = {
  account: MailAccount;
  client: Awaited<ReturnType<typeof openImap>>["client"];
  receiver: Receiver;
};

/** Waits for mails with IDLE, or polls. Opens no mailbox while users cannot write to the agent. */
async function watchInbox(session: MailSession, { account, client, receiver }: Connected): Promise<void> {
  const { signal } = session;
  const { promise: closed, reject: fail } = Promise.withResolvers<never>();
  closed.catch(() => {});
  client.once("close", () =>
    fail(new Failed("later", "The mail server ended the connection. Easel reconnects.")),
  );
  let news = Promise.withResolvers<void>();
  client.on("exists", () => news.resolve());
  let { cursor } = session;
  while (!signal.aborted) {
    const rules = await readMailRules(account.agentId);
    if (rules.talks) {
      news = Promise.withResolvers();
      cursor = await receiveNew(INBOX, { ...{ client, account, rules, receiver, signal }, cursor });
      await client.mailboxOpen(INBOX, { readOnly: true });
    }
    void client.idle().catch(() => {});
    await Promise.race([news.promise, closed, sleep(ASK_MS, signal)]);
    await Promise.race([client.noop(), closed]);
  }
}

function toAppError(error: unknown): never {
  if (!(error instanceof Failed)) throw error;
  const code = error.kind === "unauthorized" || error.kind === "refused" ? "invalid" : "unavailable";
  throw new AppError(code, error.message, { cause: error });
}
