import { AppError } from "@/lib/shared/errors";
import { listItems, readItem, type StoredSource, saveItems } from "@/lib/store/data/calendars";
import type { StoredDocument } from "../documents/values";
import { type DavLogin, deleteObject, getObject, putObject, type WriteResult } from "./dav";
import type { ObjectFormat } from "./format";
import { documentsOf, grouped, isSameObject } from "./local";
import { baseOf, type Item, pull } from "./pull";

export type PushContext = {
  source: StoredSource;
  format: ObjectFormat;
  origin: string;
  login: DavLogin;
  timeZone: string;
  signal?: AbortSignal;
  /** Called between requests. Throws if another server synchronises the account now. */
  stillMine(): Promise<void>;
};

/**
 * Sends the changes that were made here. Each is sent only if the object still is as it was when it was last
 * synchronised. An object that is created is stored as `sending` before, so that a server that takes over asks for it
 * instead of creating it again.
 */
export async function push(context: PushContext): Promise<void> {
  const { source, format, stillMine } = context;
  if (source.isReadOnly) return;
  const items = await listItems(source);
  const documents = await documentsOf(source.agentId, format.collection, source.id);
  const { byHref, fresh } = grouped(documents, new Map(items.map((item) => [item.href, baseOf(item)])));
  assertFewDeletions(source, items, byHref);
  for (const item of items) {
    const local = byHref.get(item.href) ?? [];
    if (item.state === "conflict") continue;
    if (!isNew(item) && isSameObject(format, local, baseOf(item))) {
      // The refused change was taken back.
      if (item.state === "refused") await saveItems(source, [{ ...item, state: "synced", failure: null }]);
      continue;
    }
    await stillMine();
    if (local.length === 0) await sendDeletion(item, context);
    else if (item.etag === null) await sendNew(local, item.href, context, item);
    else await sendChange(item, local, context);
  }
  for (const local of fresh) {
    await stillMine();
    await sendNew(local, await freeHref(local, context), context);
  }
}

/** Returns true for an object that the server may not have yet. */
const isNew = ({ state, etag }: Item): boolean =>
  state === "sending" || (state === "refused" && etag === null);

/** Deletions that are sent without a doubt. */
const MAX_DELETIONS = 20;

/**
 * Throws if most objects are missing here, for example because the collection was deleted or an old version was
 * restored: deleting them on the server, too, would be final.
 */
function assertFewDeletions(
  source: StoredSource,
  items: readonly Item[],
  byHref: ReadonlyMap<string, unknown>,
): void {
  const known = items.filter(
    (item) => item.state !== "conflict" && baseOf(item).some((part) => part !== null),
  );
  const missing = known.filter(({ href }) => !byHref.has(href)).length;
  if (missing <= MAX_DELETIONS || missing < known.length / 2) return;
  throw new AppError(
    "conflict",
    `${missing} of ${known.length} entries of “${source.name}” are missing here. Nothing was deleted on the server. Restore them in the history, or delete them on the server.`,
  );
}

/** Whether there are changes that the server does not have yet. */
export async function hasUnsent(source: StoredSource, format: ObjectFormat): Promise<boolean> {
  const items = await listItems(source);
  const documents = await documentsOf(source.agentId, format.collection, source.id);
  const { byHref, fresh } = grouped(documents, new Map(items.map((item) => [item.href, baseOf(item)])));
  const isUnsent = (item: Item) => !isSameObject(format, byHref.get(item.href) ?? [], baseOf(item));
  return (
    fresh.length > 0 || items.some((item) => isNew(item) || (item.state !== "conflict" && isUnsent(item)))
  );
}

/** Returns an address for a new object. A moved event can leave its UID at an address that is still in use. */
async function freeHref([first]: StoredDocument[], { source, format }: PushContext): Promise<string> {
  const uid = first ? format.uidOf(first) : crypto.randomUUID();
  const href = new URL(encodeURIComponent(uid) + format.ending, source.href).href;
  const isUsed = (await readItem(source, href)) !== null;
  return isUsed ? new URL(crypto.randomUUID() + format.ending, source.href).href : href;
}

const itemFor = (href: string, documents: readonly StoredDocument[], rest: Partial<Item>): Item => ({
  ...{ href, etag: null, raw: "", base: JSON.stringify(documents), state: "sending", theirs: null },
  failure: null,
  ...rest,
});

/** Creates an object. `former` is its text from before, which has properties that the documents do not have. */
async function sendNew(
  documents: StoredDocument[],
  href: string,
  context: PushContext,
  former?: Item,
): Promise<void> {
  const { source, format, login, timeZone, signal } = context;
  const ordered = [...documents].sort((a, b) => Number(a.seriesId != null) - Number(b.seriesId != null));
  const raw = former?.raw
    ? format.patch(former.raw, baseOf(former), ordered, timeZone)
    : format.write(ordered, timeZone);
  await saveItems(source, [itemFor(href, ordered, { raw })]);
  const result = await putObject(login, { href, raw, etag: null, mediaType: format.mediaType }, signal);
  if (result.kind === "stored" && result.etag !== null)
    return saveItems(source, [itemFor(href, ordered, { raw, etag: result.etag, state: "synced" })]);
  if (result.kind === "stored") return takeFromServer(href, context);
  await giveUp(result, itemFor(href, ordered, { raw }), context);
}

async function sendChange(item: Item, documents: StoredDocument[], context: PushContext): Promise<void> {
  const { source, format, login, timeZone, signal } = context;
  const { href, etag } = item;
  const raw = format.patch(item.raw, baseOf(item), documents, timeZone);
  const result = await putObject(login, { href, raw, etag, mediaType: format.mediaType }, signal);
  if (result.kind !== "stored") return giveUp(result, item, context);
  const { parts } = await format.read(raw);
  // The order of the parts in the new text determines which document belongs to which.
  const base = parts.map((part) => documents.find((one) => part && format.keyOf(one) === part.key) ?? null);
  const stored = { raw, etag: result.etag ?? etag, state: "synced" as const };
  await saveItems(source, [{ ...itemFor(href, [], stored), base: JSON.stringify(base) }]);
  if (result.etag === null) await takeFromServer(href, context);
}

async function sendDeletion(item: Item, context: PushContext): Promise<void> {
  const { source, login, signal } = context;
  // Whether an object that was being created exists is only known to the server.
  const etag = item.etag ?? (await getObject(login, item.href, signal))?.etag;
  if (etag === undefined) return saveItems(source, [], [item.href]);
  const result = await deleteObject(login, { href: item.href, etag }, signal);
  if (result.kind === "stored") return saveItems(source, [], [item.href]);
  await giveUp(result, { ...item, etag }, context);
}

/** Fetches an object that is not what was sent, and reconciles it like any change on the server. */
async function takeFromServer(href: string, context: PushContext): Promise<void> {
  const { login, signal } = context;
  const object = (await getObject(login, href, signal)) ?? { href, etag: null, raw: null };
  await pull([object], context);
}

/**
 * Stores that the server refused a change. If the object is another one now, it is reconciled instead; if it is still as it
 * was known, the server refused the change itself.
 */
async function giveUp(
  { kind, why }: Exclude<WriteResult, { kind: "stored" }>,
  item: Item,
  context: PushContext,
): Promise<void> {
  const { login, signal, source } = context;
  const { href, etag } = item;
  const object = kind === "changed" ? await getObject(login, href, signal) : null;
  if (kind === "refused" || (object?.etag ?? null) === etag)
    return saveItems(source, [{ ...item, state: "refused", failure: why }]);
  await pull([object ?? { href, etag: null, raw: null }], context);
}
