import { createHash } from "node:crypto";
import { stopMailTrigger } from "@/lib/agent/background/mail";
import { matchesMail } from "@/lib/data/schedule/mail-triggers";
import { log } from "@/lib/ground/base/log";
import { isAppError } from "@/lib/shared/errors";
import { MIN_TRIGGER_SECONDS } from "@/lib/shared/jobs/fields";
import { valueWithoutInvisible } from "@/lib/shared/text/invisible";
import { type MailTrigger, noteMail } from "@/lib/store/agents/mail-triggers";
import { chatOfMessage } from "@/lib/store/channels/channel-outbox";
import { isPaired } from "@/lib/store/channels/channel-people";
import { chatOfUpdate } from "@/lib/store/channels/channel-updates";
import { isOwnMail } from "@/lib/store/channels/mail";
import { authenticationOf } from "@/lib/tools/mail/authentication";
import { describeMail } from "@/lib/tools/mail/describe";
import { inFolder, listFolders } from "@/lib/tools/mail/imap";
import { fetchMail, type Mail, type MailRef } from "@/lib/tools/mail/read";
import { mayReadFrom } from "@/lib/tools/mail/rules";
import {
  type Arrived,
  arrivedSince,
  type FolderPosition,
  firstPosition,
  isAfter,
  newestOf,
  noted,
  type TriggerStart,
} from "./positions";
import { isPairingMail, readChatId, updateIdOf, withoutNul } from "./received";
import { INBOX, isAutomatic, savePositions, type Watch } from "./watch";

/** Limits the mails of one job run, so that its message has space for all of them. */
const LIMITS = { apartMs: MIN_TRIGGER_SECONDS * 1_000, maxWaiting: 15 };
/** Maximum characters of one mail's JSON, and of its text, in the message to the agent. */
const MAX_EVENT = 5_500;
const MAX_TEXT = 4_000;

/**
 * Starts the triggers of mails that arrived in the readable folders since the stored positions. Each mail starts a trigger
 * once, also if it was moved, if the server renumbered its folder, or if another server works on it. Returns false if
 * a trigger must first start a run before it can take more mails.
 */
export async function receiveForTriggers(watch: Watch, triggers: readonly MailTrigger[]): Promise<boolean> {
  if (triggers.length === 0) return true;
  const { positions, rules } = watch;
  const readable = new Set(rules.folders);
  positions.folders = pick(positions.folders, (path) => readable.has(path));
  await noteStarts(watch, triggers);
  let areAllTaken = true;
  for (const path of rules.folders) areAllTaken = (await receiveIn(path, watch, triggers)) && areAllTaken;
  return areAllTaken;
}

const pick = <T>(all: Record<string, T>, isWanted: (key: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => isWanted(key)));

/** Stores which mails are older than a new trigger. */
async function noteStarts(watch: Watch, triggers: readonly MailTrigger[]): Promise<void> {
  const { client, positions, rules } = watch;
  const isKnown = ({ id, since }: MailTrigger) => positions.starts[id]?.since === since;
  const added = triggers.filter((trigger) => !isKnown(trigger));
  const known = new Set(triggers.filter(isKnown).map(({ id }) => id));
  positions.starts = pick(positions.starts, (id) => known.has(id));
  if (added.length === 0) return;
  // Positions of earlier triggers can be old.
  if (known.size === 0) positions.folders = {};
  const newest: Arrived[] = [];
  for (const path of rules.folders)
    newest.push(...(await inFolder(client, path, () => newestOf(client)).catch(noneIfMissing)));
  for (const { id, since } of added) {
    // The mail server has times in seconds.
    const second = Math.floor(Date.parse(since) / 1_000) * 1_000;
    const before = newest.filter(({ at }) => at < second);
    positions.starts[id] = { since, open: rules.folders, ...noted({ at: 0, seen: [] }, before) };
  }
  await savePositions(watch);
}

const noneIfMissing = (error: unknown): Arrived[] => {
  if (isAppError(error) && error.code === "not_found") return [];
  throw error;
};

async function receiveIn(path: string, watch: Watch, triggers: readonly MailTrigger[]): Promise<boolean> {
  const { client, positions, rules } = watch;
  const status = await client.status(path, { uidNext: true, uidValidity: true }).catch(() => false as const);
  if (!status) return stopWithout(path, watch, triggers);
  const known = positions.folders[path];
  // Mails may have arrived, and been looked at, between the start of a trigger and now.
  const added = triggers.filter(({ id }) => positions.starts[id]?.open.includes(path));
  const isCurrent = known?.validity === `${status.uidValidity}` && known.next >= (status.uidNext ?? 0);
  if (isCurrent && added.length === 0) return true;
  return inFolder(client, path, async (validity) => {
    const { talk } = positions;
    const isShared = rules.talks && path === INBOX;
    if (isShared && talk?.validity !== validity) return false;
    // Mails that arrive now are left for later, because `receiveTalk` comes first.
    const end = Math.min(status.uidNext ?? 1, isShared ? (talk?.next ?? 0) : Number.POSITIVE_INFINITY);
    // A folder that became readable later has no new mails yet.
    const waiting = known ? triggers : added;
    const found = new Map<number, Arrived>();
    for (const from of [...(known ? [known] : []), ...startOf(added)])
      for (const mail of await arrivedSince(client, validity, from)) found.set(mail.uid, mail);
    const mails = [...found.values()].filter(({ uid }) => uid < end).sort((a, b) => a.uid - b.uid);
    for (const mail of mails) {
      const isTaken = await offerMail({ folder: path, validity, uid: mail.uid }, mail, watch, waiting);
      if (!isTaken) return false;
      if (!known) continue;
      const position = positions.folders[path] ?? known;
      const next = Math.max(mail.uid + 1, position.validity === validity ? position.next : 0);
      positions.folders[path] = noted({ ...position, validity, next }, [mail]);
      await savePositions(watch);
    }
    const position = positions.folders[path];
    positions.folders[path] = position
      ? { ...position, validity, next: end }
      : firstPosition(validity, end, await newestOf(client));
    positions.starts = Object.fromEntries(
      Object.entries(positions.starts).map(([id, start]): [string, TriggerStart] => [
        id,
        { ...start, open: start.open.filter((one) => one !== path) },
      ]),
    );
    await savePositions(watch);
    return true;
  });
}

/** Returns the position from which mails for new triggers are searched. The mail server has times in seconds. */
function startOf(added: readonly MailTrigger[]): FolderPosition[] {
  if (added.length === 0) return [];
  const at = Math.min(...added.map(({ since }) => Date.parse(since))) - 1_000;
  return [{ validity: "", next: 1, at, seen: [] }];
}

/** Stops triggers of a folder that the mail server no longer has. */
async function stopWithout(
  path: string,
  { client }: Watch,
  triggers: readonly MailTrigger[],
): Promise<boolean> {
  if ((await listFolders(client)).some((folder) => folder.path === path)) return false;
  for (const trigger of triggers.filter(({ spec }) => spec.folder === path))
    await stopMailTrigger(trigger, `The mail server no longer has the folder ${JSON.stringify(path)}.`);
  return true;
}

/** Adds a mail to the triggers that it matches. Returns false if one of them must first start a run. */
async function offerMail(
  ref: MailRef,
  arrived: Arrived,
  watch: Watch,
  triggers: readonly MailTrigger[],
): Promise<boolean> {
  const { account, rules, positions } = watch;
  const matching = ({ from, subject }: { from: string; subject: string }) =>
    triggers.filter(({ id, spec }) => {
      const start = positions.starts[id];
      return start && isAfter(start, arrived) && matchesMail(spec, { from, subject, folder: ref.folder });
    });
  const isOfInterest = mayReadFrom(rules, arrived.from) && arrived.from !== account.address.toLowerCase();
  if (!isOfInterest || matching(arrived).length === 0) return true;
  const mail = await readWhole(ref, watch);
  if (!mail) return true;
  const from = mail.from.address.toLowerCase();
  if (!mayReadFrom(rules, from) || from === account.address.toLowerCase()) return true;
  const event = (await isForTriggers(mail, watch)) ? eventOf(mail, watch) : null;
  let isTaken = true;
  for (const trigger of matching({ from, subject: mail.subject }))
    isTaken = (await noteMail(trigger, mailIdOf(mail), event, LIMITS)) && isTaken;
  return isTaken;
}

async function readWhole(ref: MailRef, { client, signal }: Watch): Promise<Mail | null> {
  try {
    return await fetchMail(client, ref, signal);
  } catch (error) {
    // A mail that cannot be parsed or was deleted must not block later ones.
    if (!isAppError(error) || error.code === "unavailable") throw error;
    log.info("A mail for a trigger could not be read", error);
    return null;
  }
}

/** The sender is included, so that a stranger cannot use the Message-ID of another mail to suppress it. */
const mailIdOf = ({ from, messageId, headers }: Mail): string =>
  createHash("sha256")
    .update(JSON.stringify([from.address.toLowerCase(), messageId ?? headers]))
    .digest("hex");

/**
 * Returns false for mails that the agent sent, for automatic answers to them, and for mails that the mail channel takes as
 * messages to the agent.
 */
async function isForTriggers(mail: Mail, { account, rules }: Watch): Promise<boolean> {
  const { agentId } = account;
  const key = { agentId, id: "mail" } as const;
  const isOwn = async (id: string) =>
    (await isOwnMail(agentId, id)) || (await chatOfMessage(key, id)) !== null;
  if (mail.messageId !== null && (await isOwn(mail.messageId))) return false;
  if (isAutomatic(mail)) for (const id of mail.references) if (await isOwn(id)) return false;
  const from = mail.from.address.toLowerCase();
  const chatId =
    mail.messageId === null ? null : await chatOfUpdate(key, updateIdOf({ messageId: mail.messageId }));
  if (chatId === null || readChatId(chatId).to !== from) return true;
  const by = authenticationOf(mail.headers, from);
  const isVerified = by?.domain != null && by.by === rules.verifiedBy;
  return !isPairingMail(mail) && !(isVerified && (await isPaired(key, from)));
}

function eventOf(mail: Mail, { account }: Watch): object {
  const { text, subject, to, cc, reply_to, attachments, ...head } = describeMail(mail, account, false);
  const [shown, title] = [cutTo(text, MAX_TEXT), cutTo(subject, 300)];
  const event = {
    ...{ ...head, subject: title, text: shown },
    ...((shown.length < text.length || title.length < subject.length) && { cut: true }),
  };
  const lists = { to, cc, reply_to, attachments };
  const isShort = JSON.stringify({ ...event, ...lists }).length <= MAX_EVENT;
  const { value } = valueWithoutInvisible(isShort ? { ...event, ...lists } : { ...event, cut: true });
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? withoutNul(part) : part));
}

/** Cuts a text so that its JSON has at most `max` characters. */
function cutTo(text: string, max: number): string {
  let cut = text.slice(0, max);
  while (JSON.stringify(cut).length > max + 2) cut = cut.slice(0, Math.floor(cut.length * 0.8));
  return cut;
}
