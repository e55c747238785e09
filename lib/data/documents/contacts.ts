import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { ContactReport, DuplicateContacts } from "@/lib/shared/contacts";
import { AppError, isAppError } from "@/lib/shared/errors";
import { fileOrigin } from "@/lib/shared/origins";
import type { Stored } from "@/lib/store/data/document-changes";
import { undoChange } from "@/lib/store/data/document-history";
import { readBodies } from "@/lib/store/data/documents";
import type { By } from "@/lib/store/revisions";
import { SCHEDULE } from "./calendar";
import { candidates } from "./candidates";
import { likelyPairs } from "./contact-alike";
import { newDocumentId, stored } from "./documents";
import { uniqueOf } from "./managed";
import { BATCH } from "./sources";
import { normalized, type StoredDocument } from "./values";
import { bareUid, type CardGroup, type Contact, readCards } from "./vcard";
import { writeChange } from "./write";

const COLLECTION = "contacts";
const USER: By = { author: "person", cause: null };
const MAX_NAMED = 500;
const MAX_PAIRS = 200;
const MAX_MISSING = 5;
const CARDS_PER_TURN = 100;

const fileName = z.string().max(300).optional();
const fields = z.record(z.string(), z.unknown());
export const contactImport = z.union([
  z.strictObject({ vcard: z.string(), name: fileName }),
  z.strictObject({ documents: z.array(fields), name: fileName }),
]);
export const contactMerge = z.strictObject({
  document: z.looseObject({ _id: z.unknown() }),
  /**
   * Both contacts as the user saw them: `was` is kept and `gone` is deleted. `gone` is absent if that contact
   * is not stored.
   */
  was: z.looseObject({ _id: z.unknown() }),
  gone: z.looseObject({ _id: z.unknown() }).optional(),
});

async function all(agentId: string, collection = COLLECTION, filter: object = {}): Promise<StoredDocument[]> {
  const found: StoredDocument[] = [];
  for await (const batch of readBodies({ agentId, collection }, candidates(filter), BATCH))
    for (const text of batch) found.push(JSON.parse(text));
  return found;
}

type Read = { line?: number; contact: Contact };

async function readFile(input: z.infer<typeof contactImport>) {
  const read: Read[] = [];
  const groups: (CardGroup & { line: number })[] = [];
  const problems: ContactReport["problems"] = [];
  if ("documents" in input) read.push(...input.documents.map((contact) => ({ contact })));
  else
    for (const card of readCards(input.vcard)) {
      if ("problem" in card) problems.push({ line: card.line, reason: card.problem });
      else if ("group" in card) groups.push({ line: card.line, ...card.group });
      else read.push(card);
      if ((read.length + problems.length) % CARDS_PER_TURN === 0) await setImmediate();
    }
  if (read.length + groups.length + problems.length === 0)
    throw new AppError("invalid", "There is no contact in this file.");
  return { read, groups, problems };
}

/**
 * Adds a group's name as a tag to its members, in the file (`read`) or among the stored contacts
 * (`existing`). Reports members that are in neither.
 */
function joinGroup(
  { line, name, members }: CardGroup & { line: number },
  read: Read[],
  existing: readonly StoredDocument[],
) {
  const missing = members.filter((member) => {
    const isIt = ({ uid, _id }: Contact) =>
      [uid, _id].some((id) => typeof id === "string" && bareUid(id) === bareUid(member));
    const inFile = read.find(({ contact }) => isIt(contact))?.contact;
    const there = existing.find(isIt);
    if (!inFile && !there) return true;
    const tags = [inFile?.tags ?? there?.tags ?? []].flat();
    if (tags.includes(name)) return false;
    if (inFile) inFile.tags = [...tags, name];
    else read.push({ line, contact: { uid: there?.uid ?? there?._id, tags: [...tags, name] } });
    return false;
  });
  if (members.length > 0 && missing.length === 0) return [];
  const reason =
    members.length === 0
      ? `“${name}” is a group without members and was skipped.`
      : `“${name}” is a group. Its name was added as a tag to its members, except ${missing.length} that are neither in this file nor in the contacts: ${missing.slice(0, MAX_MISSING).join(", ").slice(0, 200)}.`;
  return [{ line, reason }];
}

type ContactEntry = { document: StoredDocument; put?: Stored; isNew: boolean };

/**
 * Imports contacts as one change. If the UID or `_id` is already stored, that contact gets the imported
 * fields. If the phone number or e-mail address belongs to another contact, the import skips the contact and
 * reports it, so that the user can merge the two. Unreadable contacts are reported and do not stop the
 * import.
 */
export async function importAgentContacts(agentId: string, input: z.infer<typeof contactImport>) {
  const file = await readFile(input);
  let revision: string | undefined;
  const context = {
    ...{ agentId, by: { ...USER, origins: [fileOrigin(input.name ?? "contacts.vcf")] } },
    onWritten: (id: string) => {
      revision = id;
    },
  };
  const report = await writeChange(COLLECTION, context, { operation: "import" }, async ({ indexes }) => {
    const problems = [...file.problems];
    const entries: ContactEntry[] = (await all(agentId)).map((document) => ({ document, isNew: false }));
    const byId = new Map<string, ContactEntry>();
    const byKey = new Map<string, ContactEntry>();
    const enter = (one: ContactEntry) => {
      for (const id of idsOf(one.document)) byId.set(id, one);
      for (const key of keysOf(one.document)) byKey.set(key, one);
    };
    for (const one of entries) enter(one);
    const documents = entries.map(({ document }) => document);
    for (const group of file.groups) problems.push(...joinGroup(group, file.read, documents));
    const duplicates: ContactReport["duplicates"] = [];
    let same = 0;
    for (const [nth, { line, contact: imported }] of file.read.entries()) {
      if (nth % CARDS_PER_TURN === 0) await setImmediate();
      try {
        const contact = normalized(imported) as Contact;
        const before = idsOf(contact)
          .map((id) => byId.get(id))
          .find(Boolean);
        const id = before?.document._id ?? contact._id ?? newDocumentId();
        const document: StoredDocument = { ...before?.document, ...contact, _id: id };
        if (before && isEqual(document, before.document)) {
          same++;
          continue;
        }
        const taken = keysOf(document).find((key) => (byKey.get(key) ?? before) !== before);
        const other = taken !== undefined ? byKey.get(taken)?.document : undefined;
        if (taken !== undefined && other) {
          if (Object.entries(contact).every(([name, value]) => name === "uid" || isEqual(other[name], value)))
            same++;
          else
            duplicates.push({
              line,
              on: taken.startsWith("phone") ? "phone" : "email",
              contact,
              other: other._id,
            });
          continue;
        }
        const put = stored(COLLECTION, document, indexes);
        const one = before ?? { document, isNew: true };
        for (const key of before ? keysOf(before.document) : []) byKey.delete(key);
        Object.assign(one, { document, put });
        if (!before) entries.push(one);
        enter(one);
      } catch (error) {
        if (!isAppError(error)) throw error;
        problems.push({ line: line ?? nth + 1, reason: error.message });
      }
    }
    const changed = entries.filter(({ put }) => put);
    const of = (isNew: boolean) =>
      changed.flatMap((one) => (one.isNew === isNew && one.put ? [one.put] : []));
    const [inserts, updates] = [of(true), of(false)];
    const counts = { added: inserts.length, updated: updates.length, same };
    const named = { duplicates: duplicates.slice(0, MAX_NAMED), problems: problems.slice(0, MAX_NAMED) };
    return {
      change: { inserts, updates },
      result: { ...counts, ...named, duplicateCount: duplicates.length, problemCount: problems.length },
    };
  });
  return { ...report, revision } satisfies ContactReport;
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const idsOf = ({ uid, _id }: Contact): string[] =>
  [uid, _id].flatMap((id) =>
    typeof id === "string" && id !== "" ? [id] : id === undefined || id === "" ? [] : [JSON.stringify(id)],
  );

const keysOf = (contact: Contact) =>
  uniqueOf(COLLECTION, { _id: null, ...contact }).map(([index, key]) => `${index} ${key}`);

export async function findDuplicateContacts(agentId: string): Promise<DuplicateContacts> {
  const pairs = await likelyPairs(await all(agentId), () => setImmediate());
  return { pairs: pairs.slice(0, MAX_PAIRS), total: pairs.length } as DuplicateContacts;
}

/**
 * Merges two contacts as one change, and moves the events of the removed contact to the other. Throws an
 * AppError `conflict` if either is no longer as the user saw it.
 */
export async function mergeAgentContacts(
  agentId: string,
  { document, was, gone }: z.infer<typeof contactMerge>,
) {
  let revision: string | undefined;
  const context = {
    ...{ agentId, by: USER },
    onWritten: (id: string) => {
      revision = id;
    },
  };
  const seen = [was, ...(gone ? [gone] : [])].map((one) => normalized(one) as StoredDocument);
  const [stays, goes] = seen;
  // Events are moved before the contact is deleted, so that no event refers to a missing contact.
  const also = goes && (await moveEvents(agentId, goes._id, stays?._id));
  try {
    await writeChange(COLLECTION, context, { operation: "merge", also }, async ({ indexes }) => {
      const now = await all(agentId, COLLECTION, { _id: { $in: seen.map(({ _id }) => _id) } });
      if (!seen.every((one) => now.some((other) => isEqual(one, other))))
        throw new AppError(
          "conflict",
          "One of the two contacts changed since you opened them. Nothing was merged. Reload and try again.",
        );
      const update = stored(COLLECTION, { ...document, _id: stays?._id }, indexes);
      return { change: { updates: [update], deletes: goes ? [JSON.stringify(goes._id)] : [] }, result: {} };
    });
  } catch (error) {
    if (also) await undoChange(agentId, also, USER);
    throw error;
  }
  return { revision };
}

async function moveEvents(agentId: string, from: unknown, to: unknown): Promise<string | undefined> {
  let revision: string | undefined;
  const context = {
    ...{ agentId, by: USER },
    onWritten: (id: string) => {
      revision = id;
    },
  };
  await writeChange(SCHEDULE, context, { operation: "merge" }, async ({ indexes }) => {
    const events = (await all(agentId, SCHEDULE, { contactId: from })).filter(({ contactId }) =>
      isEqual(contactId, from),
    );
    const updates = events.map((event) => stored(SCHEDULE, { ...event, contactId: to }, indexes));
    return { change: { updates }, result: {} };
  });
  return revision;
}
