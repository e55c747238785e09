import { SOURCE_FIELDS, type SyncedCollection } from "@/lib/shared/calendars";
import { AppError } from "@/lib/shared/errors";
import { listRemoteSources, type RemoteSource } from "@/lib/store/data/calendars";
import type { Change } from "@/lib/store/data/document-changes";
import { type Named, readBodiesOf } from "@/lib/store/data/documents";
import type { By } from "@/lib/store/revisions";
import type { StoredDocument } from "./values";

/* Documents that are events or contacts of other servers: a change of one is sent to its server. */

const isSynced = (collection: string): collection is SyncedCollection =>
  Object.hasOwn(SOURCE_FIELDS, collection);

/** Counts the changed documents of each calendar or address book of another server. */
export async function remoteChanges(
  { agentId, collection }: Named,
  { inserts = [], updates = [], deletes = [] }: Change,
): Promise<{ source: RemoteSource; count: number }[]> {
  if (!isSynced(collection)) return [];
  const sources = await listRemoteSources(agentId);
  if (sources.length === 0) return [];
  const field = SOURCE_FIELDS[collection];
  const before = await readBodiesOf({ agentId, collection }, [...deletes, ...updates.map(({ id }) => id)]);
  const touched = new Map<unknown, Set<string>>();
  for (const body of [...before, ...inserts.map(({ body }) => body), ...updates.map(({ body }) => body)]) {
    const document: StoredDocument = JSON.parse(body);
    const ids = touched.get(document[field]) ?? new Set();
    touched.set(document[field], ids.add(JSON.stringify(document._id)));
  }
  return sources.flatMap((source) => {
    const count = touched.get(source.id)?.size ?? 0;
    return count > 0 ? [{ source, count }] : [];
  });
}

/** Throws an AppError `forbidden` if a change touches a calendar that its author may not change. */
export async function assertMayChange(named: Named, change: Change, author: By["author"]): Promise<void> {
  for (const { source } of await remoteChanges(named, change)) {
    if (source.kind === "feed")
      throw new AppError(
        "forbidden",
        `“${source.name}” is a subscription, so it can only be read. Nothing was changed. Copy the event to another calendar to change it.`,
      );
    if (source.isReadOnly)
      throw new AppError(
        "forbidden",
        `The server of “${source.name}” allows no changes. Nothing was changed.`,
      );
    if (author === "agent" && source.agentChanges === "deny")
      throw new AppError(
        "forbidden",
        `The user does not allow the agent to change “${source.name}”. Nothing was changed.`,
      );
  }
}

/** Describes what a change by the agent does on other servers, if the user wants to be asked. Null if nothing. */
export async function describeRemoteChange(named: Named, change: Change): Promise<string | null> {
  const all = await remoteChanges(named, change);
  const asks = all.filter(({ source }) => source.agentChanges === "ask" && !source.isReadOnly);
  if (asks.length === 0) return null;
  const what = named.collection === "contacts" ? "contact" : "event";
  const parts = asks.map(
    ({ source, count }) =>
      `${count} ${what}${count === 1 ? "" : "s"} of “${source.name}” at ${new URL(source.url).host}`,
  );
  return `It changes ${parts.join(" and ")}.`;
}
