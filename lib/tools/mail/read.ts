import type { FetchMessageObject, ImapFlow, SearchObject } from "imapflow";
import { AppError } from "@/lib/shared/errors";
import { MAX_BYTES } from "@/lib/shared/file-address";
import type { MailRules } from "@/lib/shared/mail";
import { readablePage } from "@/lib/web/pages/readable";
import { authenticationOf } from "./authentication";
import { messageIdsIn } from "./compose";
import { inFolder } from "./imap";
import { decodePart, type ParsedMail, parseMail } from "./parse";
import { assertFolder, mayReadFrom } from "./rules";
import { headersOf, type MailPart, partsOf, splitParts } from "./structure";

const MAX_HEADER_BYTES = 256_000;
/** Maximum bytes of one text part, encoded. The rest of a longer text is not fetched. */
const MAX_TEXT_BYTES = 1_000_000;
/** Base64 needs four characters for three bytes, and line breaks. */
const MAX_ENCODED_BYTES = Math.ceil(MAX_BYTES * 1.4);
/** Mails are fetched in steps, because a rule for senders can leave out many of a step. */
const STEP = 100;
const MAX_STEPS = 10;

/** Names a mail on the server. It is invalid once the server has renumbered the folder. */
export type MailRef = { folder: string; validity: string; uid: number };

export const writeRef = ({ folder, validity, uid }: MailRef): string => `${validity}.${uid}.${folder}`;

/** Throws `invalid` if the text is no id of a mail. */
export function readRef(id: string): MailRef {
  const [, validity, uid, folder] = /^(\d{1,20})\.(\d{1,10})\.(.+)$/su.exec(id) ?? [];
  if (validity && uid && folder) return { folder, validity, uid: Number(uid) };
  throw new AppError(
    "invalid",
    `${JSON.stringify(id.slice(0, 100))} is not the id of a mail. mail_search returns ids.`,
  );
}

export type MailQuery = {
  folder: string;
  from?: string;
  to?: string;
  subject?: string;
  text?: string;
  since?: string;
  before?: string;
  unread?: boolean;
  limit: number;
  /** Returns only mails that are older than this one. */
  below?: MailRef;
};

type Address = { name: string; address: string };
export type ListedMail = {
  ref: MailRef;
  date: string | null;
  from: Address;
  to: string[];
  subject: string;
  isUnread: boolean;
  size: number;
  attachments: number;
};

/** Searches a folder on the server, newest first. `hasMore` if there are older results. */
export async function searchMails(
  client: ImapFlow,
  rules: MailRules,
  query: MailQuery,
): Promise<{ mails: ListedMail[]; hasMore: boolean }> {
  const { folder, limit } = query;
  assertFolder(rules, folder);
  return inFolder(client, folder, async (validity) => {
    assertValid(query.below, validity);
    const found = (await client.search(criteriaOf(rules, query), { uid: true })) || [];
    const uids = found.filter((uid) => !query.below || uid < query.below.uid).sort((a, b) => b - a);
    const mails: ListedMail[] = [];
    let at = 0;
    for (let step = 0; at < uids.length && mails.length < limit && step < MAX_STEPS; step++) {
      const wanted = uids.slice(at, at + Math.min(STEP, limit));
      const listed = (await fetchListed(client, { folder, validity }, wanted)).filter(({ from }) =>
        mayReadFrom(rules, from.address),
      );
      mails.push(...listed.slice(0, limit - mails.length));
      at += wanted.length;
    }
    return { mails, hasMore: at < uids.length };
  });
}

/** The server's search matches parts of an address, so the result is filtered again. */
function criteriaOf({ senders }: MailRules, query: MailQuery): SearchObject {
  const { from, to, subject, text, since, before, unread } = query;
  const allowed = senders.map((sender) => ({ from: sender }));
  return {
    ...(allowed.length === 1 ? allowed[0] : allowed.length > 1 && { or: allowed }),
    // Both conditions on the sender must hold.
    ...(from !== undefined && (allowed.length === 1 ? { header: { from } } : { from })),
    ...(to !== undefined && { to }),
    ...(subject !== undefined && { subject }),
    ...(text !== undefined && { text }),
    ...(since !== undefined && { since }),
    ...(before !== undefined && { before }),
    ...(unread !== undefined && { seen: !unread }),
  };
}

async function fetchListed(
  client: ImapFlow,
  { folder, validity }: Pick<MailRef, "folder" | "validity">,
  uids: readonly number[],
): Promise<ListedMail[]> {
  const mails: ListedMail[] = [];
  const wanted = { uid: true, envelope: true, flags: true, size: true, bodyStructure: true };
  for await (const one of client.fetch(uids.join(","), wanted, { uid: true })) {
    const { uid, envelope, size = 0, flags, bodyStructure } = one;
    mails.push({
      ref: { folder, validity, uid },
      date: isoDate(envelope?.date),
      from: toAddress(envelope?.from?.[0]),
      to: (envelope?.to ?? []).slice(0, 20).map((to) => toAddress(to).address),
      subject: envelope?.subject ?? "",
      isUnread: !flags?.has("\\Seen"),
      size,
      attachments: splitParts(partsOf(bodyStructure)).attachments.length,
    });
  }
  return mails.sort((a, b) => b.ref.uid - a.ref.uid);
}

const toAddress = (one: { name?: string; address?: string } | undefined): Address => ({
  name: one?.name ?? "",
  address: one?.address ?? "",
});

const isoDate = (date: Date | string | undefined): string | null => {
  const parsed = date === undefined ? null : new Date(date);
  return parsed && !Number.isNaN(parsed.getTime()) ? parsed.toISOString() : null;
};

function assertValid(ref: MailRef | undefined, validity: string): void {
  if (ref && ref.validity !== validity)
    throw new AppError(
      "not_found",
      "The mail server has renumbered this folder. Search it again for new ids.",
    );
}

export type Mail = {
  ref: MailRef;
  headers: ParsedMail["headers"];
  from: Address;
  replyTo: string[];
  to: string[];
  cc: string[];
  subject: string;
  date: string | null;
  messageId: string | null;
  references: string[];
  /** Whether the receiving server has verified the domain of the sender. */
  isVerified: boolean;
  text: string;
  isCut: boolean;
  attachments: { part: string; name: string; type: string; size: number }[];
};

/** Reads a mail that the rules allow, without its attachments. It stays unread on the server. */
export async function readMail(
  client: ImapFlow,
  rules: MailRules,
  ref: MailRef,
  signal: AbortSignal,
): Promise<Mail> {
  assertFolder(rules, ref.folder);
  return inFolder(client, ref.folder, async (validity) => {
    assertValid(ref, validity);
    const mail = await fetchMail(client, ref, signal);
    if (!mayReadFrom(rules, mail.from.address)) throw notAllowed(mail.from.address);
    return mail;
  });
}

/** Reads a mail of the open folder. */
export async function fetchMail(client: ImapFlow, ref: MailRef, signal: AbortSignal): Promise<Mail> {
  const one = await client.fetchOne(
    `${ref.uid}`,
    { uid: true, headers: true, bodyStructure: true, internalDate: true },
    { uid: true },
  );
  if (!one) throw gone();
  const header = await parseMail((one.headers ?? Buffer.alloc(0)).subarray(0, MAX_HEADER_BYTES), signal);
  const { texts, attachments } = splitParts(partsOf(one.bodyStructure));
  const { text, isCut } = await textOf(client, ref, texts, signal);
  const headerOf = (name: string) => header.headers.find(({ key }) => key === name)?.value ?? "";
  const [messageId = null] = messageIdsIn(headerOf("message-id"));
  return {
    ...{ ref, text, isCut, messageId, headers: header.headers },
    from: header.from,
    replyTo: header.replyTo.map(({ address }) => address),
    to: header.to.map(({ address }) => address),
    cc: header.cc.map(({ address }) => address),
    subject: header.subject,
    date: isoDate(headerOf("date") || one.internalDate),
    references: messageIdsIn(`${headerOf("references")} ${headerOf("in-reply-to")}`),
    isVerified: (authenticationOf(header.headers, header.from.address)?.domain ?? null) !== null,
    attachments: attachments.map(({ part, name, type, size, encoding }, nth) => ({
      ...{ part, type, name: name ?? `attachment-${nth + 1}` },
      size: encoding === "base64" ? Math.floor((size * 3) / 4) : size,
    })),
  };
}

async function textOf(client: ImapFlow, { uid }: MailRef, parts: readonly MailPart[], signal: AbortSignal) {
  const texts: string[] = [];
  let isCut = false;
  for (const part of parts) {
    const bytes = await fetchPart(client, uid, part, MAX_TEXT_BYTES);
    isCut ||= bytes.byteLength >= MAX_TEXT_BYTES;
    const { text, html } = await parseMail(
      Buffer.concat([Buffer.from(headersOf(part, false)), bytes]),
      signal,
    );
    const shown = html === null ? text : await readablePage(html, "https://mail.invalid/", signal);
    texts.push((shown ?? "").replaceAll("\r\n", "\n").trim());
  }
  return { text: texts.filter(Boolean).join("\n\n"), isCut };
}

async function fetchPart(
  client: ImapFlow,
  uid: number,
  { part }: MailPart,
  maxLength: number,
): Promise<Buffer> {
  const query = { uid: true, bodyParts: [{ key: part, maxLength }] };
  const one = await client.fetchOne(`${uid}`, query, { uid: true });
  return (one && bodyOf(one, part)) || Buffer.alloc(0);
}

const bodyOf = ({ bodyParts }: FetchMessageObject, part: string): Buffer | null | undefined =>
  bodyParts?.get(part.toLowerCase()) ?? bodyParts?.values().next().value;

export type Attachment = { name: string; type: string; from: string; bytes: Uint8Array };

/** Downloads one attachment of a mail that the rules allow. Throws `too_large` above the maximum size of a file. */
export async function readAttachment(
  client: ImapFlow,
  rules: MailRules,
  { ref, part }: { ref: MailRef; part: string },
  signal: AbortSignal,
): Promise<Attachment> {
  assertFolder(rules, ref.folder);
  return inFolder(client, ref.folder, async (validity) => {
    assertValid(ref, validity);
    const one = await client.fetchOne(
      `${ref.uid}`,
      { uid: true, envelope: true, bodyStructure: true },
      { uid: true },
    );
    if (!one) throw gone();
    const { address } = toAddress(one.envelope?.from?.[0]);
    if (!mayReadFrom(rules, address)) throw notAllowed(address);
    const { attachments } = splitParts(partsOf(one.bodyStructure));
    const nth = attachments.findIndex((other) => other.part === part);
    const found = attachments[nth];
    if (!found) throw new AppError("not_found", `This mail has no attachment with the part ${part}.`);
    const { name, type } = found;
    if (found.size > MAX_ENCODED_BYTES)
      throw new AppError(
        "too_large",
        `${name ?? "The attachment"} is larger than ${MAX_BYTES / 1_000_000} MB.`,
      );
    const body = await fetchPart(client, ref.uid, found, MAX_ENCODED_BYTES);
    const bytes = await decodePart(Buffer.concat([Buffer.from(headersOf(found, true)), body]), signal);
    return { name: name ?? `attachment-${nth + 1}`, type, from: address, bytes };
  });
}

const gone = () => new AppError("not_found", "This mail no longer exists in the folder. Search again.");

const notAllowed = (address: string) =>
  new AppError(
    "forbidden",
    `You may not read mails from ${address}. The user chooses senders in Settings → Channels.`,
  );
