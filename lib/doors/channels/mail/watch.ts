import type { ImapFlow } from "imapflow";
import { z } from "zod";
import { log } from "@/lib/ground/base/log";
import { isAppError } from "@/lib/shared/errors";
import type { MailRules } from "@/lib/shared/mail";
import { chatOfMessage } from "@/lib/store/channels/channel-outbox";
import { isPaired } from "@/lib/store/channels/channel-people";
import { readChannel } from "@/lib/store/channels/channels";
import type { MailAccount } from "@/lib/tools/mail/account";
import { authenticationOf } from "@/lib/tools/mail/authentication";
import { inFolder } from "@/lib/tools/mail/imap";
import { fetchMail, type Mail } from "@/lib/tools/mail/read";
import type { ChannelUpdate, Receiver } from "../define";
import { idOf, readChatId, toStored, updateIdOf } from "./received";

/**
 * The next UID of a folder and its UIDVALIDITY. `at` and `seen` are the time of the newest mail, by the clock of the
 * server, and the Message-IDs of that time: they tell old mails from new ones after the server renumbered the folder.
 */
const folderCursor = z.object({
  validity: z.string(),
  next: z.number(),
  at: z.number(),
  seen: z.array(z.string()),
});
type FolderCursor = z.infer<typeof folderCursor>;
const cursors = z.record(z.string(), folderCursor);

const BATCH = 20;
const DAY_MS = 86_400_000;
const MAX_SEEN = 50;

type Watch = {
  client: ImapFlow;
  account: MailAccount;
  rules: MailRules;
  cursor: string | null;
  receiver: Receiver;
  signal: AbortSignal;
};

type Arrived = { uid: number; from: string; messageId: string; at: number };

/**
 * Receives the mails that arrived in a folder since the stored position. The first call stores the position alone, so
 * older mails are never answered. Returns the new position.
 */
export async function receiveNew(path: string, watch: Watch): Promise<string> {
  const { client, receiver } = watch;
  return inFolder(client, path, async (validity) => {
    const all = readCursors(watch.cursor);
    const save = async (next: FolderCursor): Promise<string> => {
      all[path] = next;
      const text = JSON.stringify(all);
      await receiver.advance(text);
      return text;
    };
    // The state of the folder is read again, because it may have been open for a while.
    const { uidNext = 1 } = (await client.status(path, { uidNext: true })) || {};
    let known = all[path];
    if (!known) return save(noted({ validity, next: uidNext, at: 0, seen: [] }, await newestOf(client)));
    if (known.validity === validity && known.next >= uidNext) return JSON.stringify(all);
    const arrived = await arrivedSince(client, validity, known);
    for (let at = 0; at < arrived.length; at += BATCH) {
      const mails = arrived.slice(at, at + BATCH);
      await receiver.receive(await updatesOf({ path, validity, mails }, watch));
      known = noted({ ...known, validity, next: (mails.at(-1)?.uid ?? 0) + 1 }, mails);
      await save(known);
    }
    return save({
      ...known,
      validity,
      next: Math.max(uidNext, known.validity === validity ? known.next : 0),
    });
  });
}

function readCursors(cursor: string | null): Record<string, FolderCursor> {
  const { data } = cursors.safeParse(cursor === null ? {} : JSON.parse(cursor));
  return data ?? {};
}

/** Lists new mails, oldest first. */
async function arrivedSince(client: ImapFlow, validity: string, known: FolderCursor): Promise<Arrived[]> {
  const isSame = known.validity === validity;
  const range = isSame ? { uid: `${known.next}:*` } : { since: new Date(known.at - DAY_MS) };
  const uids = ((await client.search(range, { uid: true })) || []).filter(
    (uid) => !isSame || uid >= known.next,
  );
  const mails = uids.length > 0 ? await fetchArrived(client, uids.join(","), true) : [];
  const isNew = ({ at, messageId }: Arrived) =>
    isSame || at > known.at || (at === known.at && !known.seen.includes(messageId));
  return mails.filter(isNew).sort((a, b) => a.uid - b.uid);
}

/** The newest mails of the folder, which has at least these when it is first watched. */
const newestOf = async (client: ImapFlow): Promise<Arrived[]> => {
  const count = client.mailbox ? client.mailbox.exists : 0;
  return count === 0 ? [] : fetchArrived(client, `${Math.max(1, count - MAX_SEEN)}:*`, false);
};

async function fetchArrived(client: ImapFlow, range: string, uid: boolean): Promise<Arrived[]> {
  const mails: Arrived[] = [];
  for await (const one of client.fetch(range, { uid: true, envelope: true, internalDate: true }, { uid })) {
    const { envelope, internalDate } = one;
    mails.push({
      uid: one.uid,
      from: envelope?.from?.[0]?.address?.toLowerCase() ?? "",
      messageId: envelope?.messageId ?? "",
      at: internalDate ? new Date(internalDate).getTime() : 0,
    });
  }
  return mails;
}

/** Adds mails to the position. */
function noted(known: FolderCursor, mails: readonly Arrived[]): FolderCursor {
  const at = Math.max(known.at, ...mails.map((mail) => mail.at));
  const before = at === known.at ? known.seen : [];
  const seen = [...before, ...mails.filter((mail) => mail.at === at).map(({ messageId }) => messageId)];
  return { ...known, at, seen: seen.slice(-MAX_SEEN) };
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

/** Mails of programs and mailing lists are never answered (RFC 3834). */
function isAutomatic({ headers }: Mail): boolean {
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
