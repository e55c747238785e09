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

/** The next UID of a folder, its UIDVALIDITY, and when the last mail was seen. */
const folderCursor = z.object({ validity: z.string(), next: z.number(), at: z.number() });
const cursors = z.record(z.string(), folderCursor);
type Cursors = z.infer<typeof cursors>;

const BATCH = 20;
const DAY_MS = 86_400_000;

type Watch = {
  client: ImapFlow;
  account: MailAccount;
  rules: MailRules;
  cursor: string | null;
  receiver: Receiver;
  signal: AbortSignal;
};

/**
 * Receives the mails that arrived in a folder since the stored position. The first call stores the position alone, so
 * older mails are never answered. Returns the new position.
 */
export async function receiveNew(path: string, watch: Watch): Promise<string> {
  const { client, receiver } = watch;
  return inFolder(client, path, async (validity) => {
    const all = readCursors(watch.cursor);
    const save = async (next: number): Promise<string> => {
      all[path] = { validity, next, at: Date.now() };
      const text = JSON.stringify(all);
      await receiver.advance(text);
      return text;
    };
    // The number of the folder's state when it was opened is old if the folder stayed open.
    const status = await client.status(path, { uidNext: true });
    const { uidNext = 1 } = status || {};
    const known = all[path];
    if (!known) return save(uidNext);
    const isSame = known.validity === validity;
    if (isSame && known.next >= uidNext) return JSON.stringify(all);
    const range = isSame ? { uid: `${known.next}:*` } : { since: new Date(known.at - DAY_MS) };
    const found = ((await client.search(range, { uid: true })) || [])
      .filter((uid) => !isSame || uid >= known.next)
      .sort((a, b) => a - b);
    for (let at = 0; at < found.length; at += BATCH) {
      const uids = found.slice(at, at + BATCH);
      await receiver.receive(await updatesOf({ path, validity, uids }, watch));
      await save((uids.at(-1) ?? 0) + 1);
    }
    return save(Math.max(uidNext, (found.at(-1) ?? 0) + 1));
  });
}

function readCursors(cursor: string | null): Cursors {
  const { data } = cursors.safeParse(cursor === null ? {} : JSON.parse(cursor));
  return data ?? {};
}

async function updatesOf(
  { path, validity, uids }: { path: string; validity: string; uids: readonly number[] },
  { client, account, rules, signal }: Watch,
): Promise<ChannelUpdate[]> {
  const key = { agentId: account.agentId, id: "mail" } as const;
  const isPairing = await isPairingOpen(account.agentId);
  const updates: ChannelUpdate[] = [];
  for await (const { uid, envelope } of client.fetch(
    uids.join(","),
    { uid: true, envelope: true },
    { uid: true },
  )) {
    const from = envelope?.from?.[0]?.address?.toLowerCase() ?? "";
    if (!rules.talks || from === account.address.toLowerCase()) continue;
    if (isPairing || (await isPaired(key, from))) updates.push({ id: `${uid}`, payload: null });
  }
  const stored: ChannelUpdate[] = [];
  for (const { id } of updates) {
    const ref = { folder: path, validity, uid: Number(id) };
    const update = await updateOf(ref, { client, account, signal });
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
