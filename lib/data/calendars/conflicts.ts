import { z } from "zod";
import type { Conflict } from "@/lib/shared/calendars";
import { AppError } from "@/lib/shared/errors";
import {
  listSources,
  listTroubledItems,
  makeDue,
  readItem,
  type StoredItem,
  type StoredSource,
  saveItems,
} from "@/lib/store/data/calendars";
import type { By } from "@/lib/store/revisions";
import type { StoredDocument } from "../documents/values";
import { writeChange } from "../documents/write";
import type { ObjectFormat } from "./format";
import { type Base, documentsOf, grouped, idOf, Writes } from "./local";
import { baseOf, toDocuments } from "./pull";
import { formatOf } from "./sync";

export const conflictChoice = z.strictObject({
  sourceId: z.uuid(),
  href: z.string().max(4_000),
  keep: z.enum(["mine", "theirs"]),
});

type Sides = { local: StoredDocument[]; theirs: Base };

/** Lists the objects that were changed here and on their server, or whose change it refuses, with both versions. */
export async function listConflicts(agentId: string): Promise<Conflict[]> {
  const sources = await listSources(agentId);
  const items = await listTroubledItems(agentId);
  const found: Conflict[] = [];
  for (const source of sources) {
    const own = items.filter(({ sourceId }) => sourceId === source.id);
    if (own.length === 0) continue;
    const format = formatOf(source);
    const documents = await documentsOf(agentId, format.collection, source.id);
    for (const item of own) {
      const { local, theirs } = await sidesOf(item, documents, source);
      found.push({
        ...{ sourceId: source.id, href: item.href, calendar: source.name },
        ...{ documents: local.map(idOf), refusal: item.state === "refused" ? (item.failure ?? "") : null },
        ...sidesShown(
          local,
          theirs.filter((one) => one !== null),
          format,
        ),
      });
    }
  }
  return found;
}

async function sidesOf(
  item: StoredItem,
  documents: readonly StoredDocument[],
  source: StoredSource,
): Promise<Sides> {
  const format = formatOf(source);
  const { byHref } = grouped(documents, new Map([[item.href, baseOf(item)]]));
  const local = byHref.get(item.href) ?? [];
  if (item.state === "refused") return { local, theirs: item.etag === null ? [] : baseOf(item) };
  if (!item.theirs?.raw) return { local, theirs: [] };
  const { parts } = await format.read(item.theirs.raw);
  const { href } = item;
  const object = { href, etag: item.theirs.etag ?? "", raw: item.theirs.raw };
  const writes = new Writes(format.collection, documents, []);
  const theirs = toDocuments(
    { object, parts, item, local, writes, source, format, problems: [] },
    baseOf(item),
  );
  return { local, theirs };
}

const MAX_VALUE_CHARS = 500;

/** Returns the title of each version, and the fields in which they differ. */
function sidesShown(
  mine: readonly StoredDocument[],
  theirs: readonly StoredDocument[],
  format: ObjectFormat,
): Pick<Conflict, "mine" | "theirs"> {
  const keys = [...new Set([...mine, ...theirs].map(format.keyOf))];
  const side = (own: readonly StoredDocument[], other: readonly StoredDocument[]) => {
    const first = own[0];
    if (!first) return null;
    const fields = keys.flatMap((key) => {
      const [one, two] = [own, other].map((all) =>
        valuesIn(
          all.find((document) => format.keyOf(document) === key),
          format,
        ),
      );
      const names = [...new Set([...(one?.keys() ?? []), ...(two?.keys() ?? [])])];
      return names.flatMap((name) => {
        const value = one?.get(name) ?? "";
        return value === (two?.get(name) ?? "") ? [] : [{ name, value: value.slice(0, MAX_VALUE_CHARS) }];
      });
    });
    return { title: String(first.title ?? first.name ?? ""), fields };
  };
  return { mine: side(mine, theirs), theirs: side(theirs, mine) };
}

function valuesIn(document: StoredDocument | undefined, format: ObjectFormat): Map<string, string> {
  const fields = document
    ? z.array(z.tuple([z.string(), z.unknown()])).parse(format.comparable(document))
    : [];
  return new Map(fields.map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return String(value);
  if ("$date" in value) return String(value.$date);
  if ("value" in value) return String(value.value);
  return Array.isArray(value) ? value.map(textOf).join(", ") : JSON.stringify(value);
}

/**
 * Ends a conflict. The version that is not kept is in the history of the collection. If the user keeps their own, it
 * is sent with the next synchronisation, which the choice starts. A refused change is then sent again.
 */
export async function resolveConflict(
  agentId: string,
  { sourceId, href, keep }: z.infer<typeof conflictChoice>,
): Promise<void> {
  const source = (await listSources(agentId)).find(({ id }) => id === sourceId);
  const item = source && (await readItem(source, href));
  if (!source?.accountId || (item?.state !== "conflict" && item?.state !== "refused"))
    throw new AppError("conflict", "This conflict is no longer open. Reload the page.");
  const account = { agentId, id: source.accountId };
  if (item.state === "refused" && keep === "mine") return void (await makeDue(account));
  const { collection } = formatOf(source);
  const { local, theirs } = await sidesOf(item, await documentsOf(agentId, collection, source.id), source);
  const taken = theirs.filter((one) => one !== null);
  await write(source, local, taken, {
    author: "import",
    cause: null,
    origins: [new URL(source.href).origin],
  });
  if (keep === "mine") await write(source, taken, local, { author: "person", cause: null });
  await saveItems(source, ...outcome(item, theirs, keep));
  await makeDue(account);
}

function outcome(
  item: StoredItem,
  theirs: Base,
  keep: "mine" | "theirs",
): [items: StoredItem[], gone: string[]] {
  const ended = { theirs: null, failure: null };
  if (item.state === "refused")
    return item.etag === null ? [[], [item.href]] : [[{ ...item, ...ended, state: "synced" }], []];
  const raw = item.theirs?.raw ?? null;
  if (raw !== null)
    return [
      [
        {
          ...item,
          ...ended,
          state: "synced",
          raw,
          etag: item.theirs?.etag ?? null,
          base: JSON.stringify(theirs),
        },
      ],
      [],
    ];
  if (keep === "theirs") return [[], [item.href]];
  return [[{ ...item, ...ended, state: "sending", etag: null }], []];
}

/** Replaces documents by others as one change. */
async function write(
  source: StoredSource,
  from: readonly StoredDocument[],
  to: readonly StoredDocument[],
  by: By,
): Promise<void> {
  const { agentId } = source;
  const { collection } = formatOf(source);
  await writeChange(
    collection,
    { agentId, by, isSync: true },
    { operation: "merge" },
    async ({ indexes }) => {
      const all = await documentsOf(agentId, collection);
      const writes = new Writes(collection, all, indexes);
      const kept = new Set(to.map(idOf));
      for (const document of from) if (!kept.has(idOf(document))) writes.delete(idOf(document));
      for (const document of to) writes.put(document);
      return { change: writes.change(), result: {} };
    },
  );
}
