import { SOURCE_FIELDS } from "@/lib/shared/calendars";
import { isAppError } from "@/lib/shared/errors";
import {
  assertSource,
  listItems,
  type StoredItem,
  type StoredSource,
  saveItems,
} from "@/lib/store/data/calendars";
import type { By } from "@/lib/store/revisions";
import type { StoredDocument } from "../documents/values";
import { writeChange } from "../documents/write";
import type { RemoteObject } from "./dav";
import type { ObjectFormat } from "./format";
import { type Base, derivedId, documentsOf, grouped, idOf, isSameObject, Writes } from "./local";

export type Item = Omit<StoredItem, "agentId" | "sourceId">;
/** An object of the server; `raw` is null if it was deleted there. */
export type Pulled = RemoteObject | { href: string; etag: null; raw: null };

export const baseOf = ({ base }: Pick<Item, "base">): Base => JSON.parse(base);

const synced = (object: RemoteObject, base: Base): Item => ({
  ...{ href: object.href, etag: object.etag, raw: object.raw.length > MAX_OBJECT_CHARS ? "" : object.raw },
  ...{ base: JSON.stringify(base), state: "synced", theirs: null, failure: null },
});

type Context = { source: StoredSource; format: ObjectFormat; origin: string };

/**
 * Applies objects of the server as one change. An object that was changed here, too, becomes a conflict and changes
 * nothing. Returns why objects could not be read.
 */
export async function pull(
  objects: readonly Pulled[],
  { source, format, origin }: Context,
): Promise<string[]> {
  if (objects.length === 0) return [];
  const { agentId, id } = source;
  const { collection } = format;
  const by: By = { author: "import", cause: null, origins: [origin] };
  const read = await Promise.all(
    objects.map(async (object) => ({ object, parts: await readObject(object, format) })),
  );
  const made = { operation: "import" } as const;
  const result = await writeChange(collection, { agentId, by, isSync: true }, made, async ({ indexes }) => {
    await assertSource(source);
    const items = new Map((await listItems(source)).map((item) => [item.href, item]));
    // Unique values are checked against all documents, not only those of this server.
    const all = await documentsOf(agentId, collection, collection === "contacts" ? undefined : id);
    const own = all.filter((document) => document[SOURCE_FIELDS[collection]] === id);
    const bases = new Map([...items.values()].map((item) => [item.href, baseOf(item)]));
    const { byHref } = grouped(own, bases);
    const writes = new Writes(collection, all, indexes);
    const saved: Item[] = [];
    const gone: string[] = [];
    const problems: string[] = [];
    for (const { object, parts } of read) {
      const item = items.get(object.href);
      const local = byHref.get(object.href) ?? [];
      problems.push(...parts.problems);
      const outcome = reconciled({
        object,
        parts: parts.parts,
        item,
        local,
        writes,
        source,
        format,
        problems,
      });
      if (outcome === "gone") gone.push(object.href);
      else if (outcome) saved.push(outcome);
    }
    return { change: writes.change(), result: { saved, gone, problems } };
  });
  await saveItems(source, result.saved, result.gone);
  return result.problems;
}

/** The text of a larger object is not kept. */
const MAX_OBJECT_CHARS = 1_000_000;

async function readObject({ raw }: Pulled, format: ObjectFormat) {
  if (raw === null) return { parts: [], problems: [] };
  if (raw.length > MAX_OBJECT_CHARS) return { parts: [], problems: ["An object is larger than 1 MB."] };
  return format.read(raw).catch(() => ({ parts: [], problems: ["An object cannot be parsed."] }));
}

type Reconcile = Pick<Context, "source" | "format"> & {
  object: Pulled;
  parts: Awaited<ReturnType<ObjectFormat["read"]>>["parts"];
  item: StoredItem | undefined;
  local: StoredDocument[];
  writes: Writes;
  problems: string[];
};

function reconciled(given: Reconcile): Item | "gone" | null {
  const { object, item, local, writes, format } = given;
  const base = item ? baseOf(item) : [];
  const isChangedHere = item !== undefined && !isSameObject(format, local, base);
  if (object.raw === null) {
    if (!item) return null;
    if (local.length > 0 && isChangedHere)
      return { ...item, state: "conflict", theirs: { raw: null, etag: null } };
    for (const document of local) writes.delete(idOf(document));
    return "gone";
  }
  const theirs = toDocuments(given, base);
  if (isSameObject(format, local, theirs)) return synced(object, theirs);
  if (!isChangedHere) return synced(object, applied(theirs, given));
  if (isSameObject(format, base, theirs)) return synced(object, theirs);
  return { ...item, state: "conflict", theirs: { raw: object.raw, etag: object.etag } };
}

/** Returns the parts of an object as documents, with the ids of documents that are already stored. */
export function toDocuments(
  { object: { href }, parts, local, writes, source, format, problems }: Reconcile,
  base: Base,
): Base {
  const field = SOURCE_FIELDS[format.collection];
  const used = new Set<string>();
  const first = parts.find((part) => part?.key === "");
  const known = (key: string): StoredDocument | undefined => {
    const stored = base.find((one) => one && format.keyOf(one) === key);
    return (
      local.find((one) => (stored ? idOf(one) === idOf(stored) : format.keyOf(one) === key)) ??
      stored ??
      writes.find(JSON.stringify(derivedId(source.id, href, key)))
    );
  };
  const documentFor = (key: string) => known(key) ?? { _id: derivedId(source.id, href, key) };
  const seriesId = first ? documentFor("")._id : undefined;
  return parts.map((part) => {
    if (!part) return null;
    if (used.has(part.key)) {
      problems.push("An event contains the same instance twice.");
      return null;
    }
    used.add(part.key);
    const merged = format.merged(documentFor(part.key), part.fields);
    const linked = part.key !== "" && seriesId !== undefined ? { ...merged, seriesId } : merged;
    return { ...linked, [field]: source.id };
  });
}

/** Writes the documents, and deletes documents that the object no longer has. */
function applied(theirs: Base, { local, writes, problems }: Reconcile): Base {
  const base = theirs.map((document) => {
    if (!document) return null;
    try {
      return writes.put(document);
    } catch (error) {
      if (!isAppError(error)) throw error;
      problems.push(reasonOf(error.message));
      return null;
    }
  });
  const kept = new Set(base.flatMap((document) => (document ? [idOf(document)] : [])));
  for (const document of local) if (!kept.has(idOf(document))) writes.delete(idOf(document));
  return base;
}

/** Removes the parts of a message that are about a single write. */
export const reasonOf = (message: string): string =>
  message.replace(/^Invalid document for \w+\. /, "").replace(/ Nothing was changed\.$/, "");
