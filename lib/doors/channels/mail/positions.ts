import type { ImapFlow, MailboxObject } from "imapflow";
import { z } from "zod";

/**
 * The next UID of a folder and its UIDVALIDITY. `at` and `seen` are the time of the newest mail, by the clock of the
 * server, and the Message-IDs of that time: they tell old mails from new ones after the server renumbered the folder.
 */
const folderPosition = z.object({
  validity: z.string(),
  next: z.number(),
  at: z.number(),
  seen: z.array(z.string()),
});
export type FolderPosition = z.infer<typeof folderPosition>;

/**
 * The mails that a trigger does not start for, because they arrived before `since`: those before `at`, and `seen` of that
 * time, by the clock of the mail server. `open` has folders that were not looked at since.
 */
const triggerStart = z.object({
  since: z.string(),
  at: z.number(),
  seen: z.array(z.string()),
  open: z.array(z.string()),
});
export type TriggerStart = z.infer<typeof triggerStart>;

const positions = z.object({
  /** Position in the inbox for mails to the agent. Null while the channel takes no messages. */
  talk: folderPosition.nullable().default(null),
  /** By folder, for triggers. */
  folders: z.record(z.string(), folderPosition).default({}),
  /** By trigger. */
  starts: z.record(z.string(), triggerStart).default({}),
});
export type Positions = z.infer<typeof positions>;

/** An account that was connected by an earlier version has the position of the inbox alone. */
const earlier = z.object({ INBOX: folderPosition }).transform(({ INBOX }) => ({ talk: INBOX }));

export function readPositions(cursor: string | null): Positions {
  const stored: unknown = cursor === null ? {} : JSON.parse(cursor);
  const { data } = positions.safeParse(earlier.safeParse(stored).data ?? stored);
  return data ?? positions.parse({});
}

/** The envelope of a mail. `at`: when the server received it, in milliseconds. */
export type Arrived = { uid: number; from: string; subject: string; messageId: string; at: number };

const DAY_MS = 86_400_000;
const MAX_SEEN = 50;

/** Returns true if a folder has mails since a position. */
export const hasNew = (
  { validity, next }: FolderPosition,
  { uidValidity, uidNext }: Pick<MailboxObject, "uidValidity" | "uidNext">,
): boolean => validity !== uidValidity.toString() || next < uidNext;

/** Lists the mails of the open folder since a position, oldest first. */
export async function arrivedSince(
  client: ImapFlow,
  validity: string,
  known: FolderPosition,
): Promise<Arrived[]> {
  const isSame = known.validity === validity;
  const range = isSame ? { uid: `${known.next}:*` } : { since: new Date(known.at - DAY_MS) };
  const uids = ((await client.search(range, { uid: true })) || []).filter(
    (uid) => !isSame || uid >= known.next,
  );
  const mails = uids.length > 0 ? await fetchArrived(client, uids.join(","), true) : [];
  return mails.filter((mail) => isSame || isAfter(known, mail)).sort((a, b) => a.uid - b.uid);
}

export const isAfter = ({ at, seen }: Pick<FolderPosition, "at" | "seen">, mail: Arrived): boolean =>
  mail.at > at || (mail.at === at && !seen.includes(mail.messageId));

/** Lists the newest mails of the open folder, oldest first. */
export const newestOf = async (client: ImapFlow): Promise<Arrived[]> => {
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
      subject: envelope?.subject ?? "",
      messageId: envelope?.messageId ?? "",
      at: internalDate ? new Date(internalDate).getTime() : 0,
    });
  }
  return mails;
}

/** Adds mails to a position. */
export function noted<T extends Pick<FolderPosition, "at" | "seen">>(known: T, mails: readonly Arrived[]): T {
  const at = Math.max(known.at, ...mails.map((mail) => mail.at));
  const before = at === known.at ? known.seen : [];
  const seen = [...before, ...mails.filter((mail) => mail.at === at).map(({ messageId }) => messageId)];
  return { ...known, at, seen: seen.slice(-MAX_SEEN) };
}

/** Returns the position after the last mail of a folder that is watched from now on. */
export const firstPosition = (validity: string, next: number, newest: readonly Arrived[]): FolderPosition =>
  noted({ validity, next, at: 0, seen: [] }, newest);
