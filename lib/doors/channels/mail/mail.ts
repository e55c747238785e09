import { readMailTriggers } from "@/lib/data/schedule/mail-triggers";
import { log } from "@/lib/ground/base/log";
import { Failed } from "@/lib/platform/services/failed";
import { AppError } from "@/lib/shared/errors";
import type { MailTrigger } from "@/lib/store/agents/mail-triggers";
import { subscribe } from "@/lib/store/bus";
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
import { hasNew, readPositions } from "./positions";
import { readChatId, readFileId, toInbound } from "./received";
import { receiveForTriggers } from "./triggers";
import { INBOX, receiveTalk, savePositions } from "./watch";

/** Interval at which a server without new mails is asked whether it still responds. */
const ASK_MS = 4 * 60_000;
/** Interval at which folders of triggers are checked, because a server reports news of one folder only. */
const POLL_MS = 60_000;
/** Delay before mails are received that arrived while another folder was open. */
const SOON_MS = 500;
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
      await watchFolders(session, { account, client, receiver });
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

/** Waits for mails with IDLE, or polls. Opens no mailbox without triggers while users cannot write to the agent. */
async function watchFolders(session: MailSession, { account, client, receiver }: Connected): Promise<void> {
  const { signal } = session;
  const { agentId } = account;
  const { promise: closed, reject: fail } = Promise.withResolvers<never>();
  closed.catch(() => {});
  client.once("close", () =>
    fail(new Failed("later", "The mail server ended the connection. Easel reconnects.")),
  );
  let news = Promise.withResolvers<void>();
  client.on("exists", () => news.resolve());
  const positions = readPositions(session.cursor);
  let watched = "";
  const unsubscribe = subscribe((notice) => {
    if (notice.type !== "jobs" || notice.agent !== agentId) return;
    const check = async () => {
      if (keyOf(await readMailTriggers(agentId)) !== watched) news.resolve();
    };
    check().catch((error) => log.info("The triggers of a mail account were not read", error));
  });
  try {
    while (!signal.aborted) {
      news = Promise.withResolvers();
      const rules = await readMailRules(agentId);
      const triggers = await readMailTriggers(agentId);
      const watch = { client, account, rules, positions, receiver, signal };
      if (rules.talks) await receiveTalk(watch);
      else if (positions.talk) {
        positions.talk = null;
        await savePositions(watch);
      }
      // The channel is connected as soon as it knows which mails are new.
      await receiver.connected();
      const areAllTaken = await receiveForTriggers(watch, triggers);
      // A trigger whose events wait is looked at again as soon as its job run starts.
      watched = areAllTaken ? keyOf(triggers) : "";
      const [folder = INBOX] = rules.talks || rules.folders.includes(INBOX) ? [INBOX] : rules.folders;
      const isWatching = rules.talks || triggers.length > 0;
      const open = isWatching && (await client.mailboxOpen(folder, { readOnly: true }));
      const known = rules.talks ? positions.talk : areAllTaken && positions.folders[folder];
      // The server does not announce mails that arrived before the folder was opened.
      const isBehind = open && known && hasNew(known, open);
      void client.idle().catch(() => {});
      const pauseMs = isBehind ? SOON_MS : triggers.length > 0 ? POLL_MS : ASK_MS;
      await Promise.race([news.promise, closed, sleep(pauseMs, signal)]);
      await Promise.race([client.noop(), closed]);
    }
  } finally {
    unsubscribe();
  }
}

const keyOf = (triggers: readonly MailTrigger[]): string =>
  JSON.stringify(triggers.map(({ id, since }) => [id, since]));

function toAppError(error: unknown): never {
  if (!(error instanceof Failed)) throw error;
  const code = error.kind === "unauthorized" || error.kind === "refused" ? "invalid" : "unavailable";
  throw new AppError(code, error.message, { cause: error });
}
