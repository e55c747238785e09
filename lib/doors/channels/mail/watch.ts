import type { ImapFlow } from "imapflow";
import { log } from "@/lib/ground/base/log";
import { isAppError } from "@/lib/shared/errors";
import { chatOfMessage } from "@/lib/store/channels/channel-outbox";
import { isPaired } from "@/lib/store/channels/channel-people";
import { readChannel } from "@/lib/store/channels/channels";
import type { readMailRules } from "@/lib/store/channels/mail";
import type { MailAccount } from "@/lib/tools/mail/account";
import { authenticationOf } from "@/lib/tools/mail/authentication";
import { inFolder } from "@/lib/tools/mail/imap";
import { fetchMail, type Mail } from "@/lib/tools/mail/read";
import type { ChannelUpdate, Receiver } from "../define";
import {
  type Arrived,
  arrivedSince,
  type FolderPosition,
  firstPosition,
  newestOf,
  noted,
  type Positions,
} from "./positions";
import { idOf, readChatId, toStored, updateIdOf } from "./received";

export const INBOX = "INBOX";
const BATCH = 20;

export type Watch = {
  client: ImapFlow;
  account: MailAccount;
  rules: Awaited<ReturnType<typeof readMailRules>>;
  /** Changed and stored while mails are received. */
  positions: Positions;
  receiver: Receiver;
  signal: AbortSignal;
};

export const savePositions = ({
  receiver,
  positions,
}: Pick<Watch, "receiver" | "positions">): Promise<void> => receiver.advance(JSON.stringify(positions));

/**
 * Receives the mails to the agent that arrived in the inbox since the stored position. The first call stores the position
 * alone, so older mails are never answered.
 */
export async function receiveTalk(watch: Watch): Promise<void> {
  const { client, receiver, positions } = watch;
  await inFolder(client, INBOX, async (validity) => {
    const save = (next: FolderPosition) => {
      positions.talk = next;
      return savePositions(watch);
    };
    // The state of the folder is read again, because it may have been open for a while.
    const { uidNext = 1 } = (await client.status(INBOX, { uidNext: true })) || {};
    let known = positions.talk;
    if (!known) return save(firstPosition(validity, uidNext, await newestOf(client)));
    if (known.validity === validity && known.next >= uidNext) return;
    const arrived = await arrivedSince(client, validity, known);
    for (let at = 0; at < arrived.length; at += BATCH) {
      const mails = arrived.slice(at, at + BATCH);
      await receiver.receive(await updatesOf({ path: INBOX, validity, mails }, watch));
      known = noted({ ...known, validity, next: (mails.at(-1)?.uid ?? 0) + 1 }, mails);
      await save(known);
    }
    await save({
      ...known,
      validity,
      next: Math.max(uidNext, known.validity === validity ? known.next : 0),
    });
  });
}

async function updatesOf(
  { path, validity, mails }: { path: string; validity: string; mails: readonly Arrived[] },
  { client, account, rules, signal }: Watch,
): Promise<ChannelUpdate[]> {
  const key = { agentId: account.agentId, id: "mail" } as const;
  const isPairing = await isPairingOpen(account.agentId);
  const stored: ChannelUpdate[] = [];
  for (const { uid, from } of mails) {
    if (!rules.talks || from === account.address.toLowerCase()) continue;
    if (!isPairing && !(await isPaired(key, from))) continue;
    const update = await updateOf({ folder: path, validity, uid }, { client, account, signal });
    if (update) stored.push(update);
  }
  return stored;
}

async function updateOf(
  ref: Mail["ref"],
  { client, account, signal }: Pick<Watch, "client" | "account" | "signal">,
): Promise<ChannelUpdate | null> {
  try {
    const mail = await fetchMail(client, ref, signal);
    if (isAutomatic(mail)) return null;
    const stored = toStored(
      mail,
      await rootOf(account.agentId, mail),
      authenticationOf(mail.headers, mail.from.address),
    );
    return { id: updateIdOf(stored), payload: stored };
  } catch (error) {
    // A mail that cannot be parsed must not block later ones.
    if (!isAppError(error) || error.code === "unavailable") throw error;
    log.info("A mail could not be read", error);
    return null;
  }
}

/** Returns true for mails of programs and mailing lists, which are never answered (RFC 3834). */
export function isAutomatic({ headers }: Mail): boolean {
  const headerOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const auto = headerOf("auto-submitted");
  return (
    (auto !== undefined && !auto.startsWith("no")) ||
    ["list-id", "list-unsubscribe", "list-post"].some((name) => headerOf(name) !== undefined) ||
    ["bulk", "list", "junk"].includes(headerOf("precedence") ?? "") ||
    headerOf("return-path") === "<>"
  );
}

/** Finds the thread by a mail that the agent sent in it, because some programs send only the last Message-ID. */
async function rootOf(agentId: string, mail: Mail): Promise<string> {
  for (const id of mail.references.toReversed()) {
    const chatId = await chatOfMessage({ agentId, id: "mail" }, id);
    if (chatId !== null) return readChatId(chatId).root;
  }
  return mail.references[0] ?? idOf(mail);
}

async function isPairingOpen(agentId: string): Promise<boolean> {
  const row = await readChannel({ agentId, id: "mail" });
  return row?.pairUntil != null && row.pairCode !== null && Date.parse(row.pairUntil) > Date.now();
}
