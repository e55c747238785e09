import { createHash } from "node:crypto";
import { SOURCE_FIELDS, type SyncedCollection } from "@/lib/shared/calendars";
import type { Stored } from "@/lib/store/data/document-changes";
import { type Index, readBodies } from "@/lib/store/data/documents";
import { candidates } from "../documents/candidates";
import { stored } from "../documents/documents";
import { uniqueOf } from "../documents/managed";
import { BATCH } from "../documents/sources";
import type { StoredDocument } from "../documents/values";
import { both } from "../documents/vcard";
import { isSame, type ObjectFormat } from "./format";

/* Documents of a calendar or address book of another server. */

export type Base = (StoredDocument | null)[];

export async function documentsOf(
  agentId: string,
  collection: SyncedCollection,
  sourceId?: string,
): Promise<StoredDocument[]> {
  const field = SOURCE_FIELDS[collection];
  const found: StoredDocument[] = [];
  const filter = sourceId === undefined ? {} : { [field]: sourceId };
  for await (const batch of readBodies({ agentId, collection }, candidates(filter), BATCH))
    for (const text of batch) {
      const document: StoredDocument = JSON.parse(text);
      if (sourceId === undefined || document[field] === sourceId) found.push(document);
    }
  return found;
}

/** The same object always gets the same ids, so that a synchronisation that was interrupted adds nothing twice. */
export const derivedId = (...parts: string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);

export const idOf = ({ _id }: StoredDocument): string => JSON.stringify(_id);

/** Whether two versions of an object mean the same. */
export function isSameObject(
  format: ObjectFormat,
  one: readonly (StoredDocument | null)[],
  other: readonly (StoredDocument | null)[],
): boolean {
  const content = (documents: readonly (StoredDocument | null)[]) =>
    documents
      .flatMap((document) =>
        document ? [[format.keyOf(document), format.comparable(document)] as const] : [],
      )
      .sort(([a], [b]) => (a < b ? -1 : 1));
  return isSame(content(one), content(other));
}

/** Assigns documents to the objects whose parts they are. `fresh` are those of which the server has no object. */
export function grouped(documents: readonly StoredDocument[], bases: ReadonlyMap<string, Base>) {
  const owners = new Map<string, string>();
  for (const [href, base] of bases) for (const part of base) if (part) owners.set(idOf(part), href);
  const byHref = new Map<string, StoredDocument[]>();
  const fresh = new Map<string, StoredDocument[]>();
  const ids = new Set(documents.map(idOf));
  for (const document of documents) {
    const series = document.seriesId == null ? undefined : JSON.stringify(document.seriesId);
    const href = owners.get(idOf(document)) ?? (series === undefined ? undefined : owners.get(series));
    const root = series !== undefined && ids.has(series) ? series : idOf(document);
    const [group, key] = href === undefined ? ([fresh, root] as const) : ([byHref, href] as const);
    group.set(key, [...(group.get(key) ?? []), document]);
  }
  return { byHref, fresh: [...fresh.values()] };
}

/** Collects the writes of a synchronisation. Later changes of the same document replace earlier ones. */
export class Writes {
  readonly #puts = new Map<string, Stored>();
  readonly #deletes = new Set<string>();
  readonly #before: ReadonlyMap<string, StoredDocument>;
  readonly #indexes: readonly Index[];
  readonly #collection: SyncedCollection;
  readonly #taken: Map<string, string>;

  constructor(collection: SyncedCollection, all: readonly StoredDocument[], indexes: readonly Index[]) {
    this.#collection = collection;
    this.#indexes = indexes;
    this.#before = new Map(all.map((one) => [idOf(one), one]));
    this.#taken = new Map(all.flatMap((one) => keysIn(collection, one).map((key) => [key, idOf(one)])));
  }

  find = (id: string): StoredDocument | undefined => this.#before.get(id);

  /** Returns the document as it will be stored. Throws an AppError if it is invalid. */
  put(document: StoredDocument): StoredDocument {
    const id = idOf(document);
    const isTaken = (key: string) => (this.#taken.get(key) ?? id) !== id;
    const free = keysIn(this.#collection, document).some(isTaken) ? withoutKeys(document, isTaken) : document;
    for (const key of keysIn(this.#collection, free)) this.#taken.set(key, id);
    const before = this.#before.get(id);
    this.#deletes.delete(id);
    if (before && isSame(before, free)) this.#puts.delete(id);
    else this.#puts.set(id, stored(this.#collection, free, this.#indexes));
    return free;
  }

  delete(id: string): void {
    this.#puts.delete(id);
    if (this.#before.has(id)) this.#deletes.add(id);
  }

  change() {
    const puts = [...this.#puts.values()];
    return {
      inserts: puts.filter(({ id }) => !this.#before.has(id)),
      updates: puts.filter(({ id }) => this.#before.has(id)),
      deletes: [...this.#deletes],
    };
  }
}

const keysIn = (collection: string, document: StoredDocument): string[] =>
  uniqueOf(collection, document).map((key) => key.join(" "));

/** Moves a phone number or e-mail address that another contact has to the list, whose values need not be unique. */
function withoutKeys(contact: StoredDocument, isTaken: (key: string) => boolean): StoredDocument {
  const moved = { ...contact };
  for (const [one, many] of [
    ["phone", "phones"],
    ["email", "emails"],
  ] as const) {
    const alone = keysIn("contacts", { _id: null, [one]: contact[one] });
    if (!alone.some(isTaken)) continue;
    moved[many] = both(contact, one, many);
    delete moved[one];
    delete moved[`${one}Label`];
  }
  return moved;
}
