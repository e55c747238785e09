import type { TransactionSql } from "postgres";
import { copyOf } from "@/lib/code/history/facts";
import { publishAll, putItem } from "@/lib/code/history/kinds";
import { takeDatabase, undoTaken } from "@/lib/data/sqlite/rehearsed";
import { collectionVersion } from "@/lib/shared/data/documents-version";
import { ROWS } from "@/lib/shared/data/row-changes";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import type { AcceptedItem, RehearsedItem, TakenChanges } from "@/lib/shared/rehearsals";
import { readRehearsal, setAccepted, setTaken, setUndone } from "@/lib/store/agents/rehearsals";
import { takeDocuments } from "@/lib/store/data/document-history";
import { sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import { adding, changingAll, type Item, readLive, readRevision } from "@/lib/store/revisions";
import { type Found, findChanges, type Sourced } from "./detail";

type Wanted = {
  /** Hash of the changes that the user has seen. */
  hash: string;
  /** The items to accept; all if missing. */
  items?: readonly RehearsedItem[];
};

const DATABASE = { kind: "database", name: ROWS } as const;

/**
 * Makes the changes of a rehearsal in the agent itself, all or none. Throws `conflict` if they differ from those that the
 * user has seen, or if an item changed in the agent since.
 */
export const accept = (agentId: string, id: string, wanted: Wanted): Promise<AcceptedItem[]> =>
  alone(id, () => acceptOnce(agentId, id, wanted));

/** Of concurrent requests for a rehearsal, one follows the other. */
async function alone<T>(id: string, work: () => Promise<T>): Promise<T> {
  const { value } = await sql().begin(async (tx) => {
    await lockName(tx, `${id} rehearsal`);
    return { value: await work() };
  });
  return value;
}

async function acceptOnce(agentId: string, id: string, { hash, items }: Wanted): Promise<AcceptedItem[]> {
  const rehearsal: Sourced = { ...(await readRehearsal(agentId, id)), sourceId: agentId };
  if (rehearsal.acceptedAt !== null && rehearsal.undoneAt === null)
    throw new AppError("conflict", "This rehearsal was accepted already. Undo that first.");
  const found = await findChanges(rehearsal);
  if (found.hash !== hash)
    throw new AppError(
      "conflict",
      "hash: The rehearsal changed since. Look at its changes again and confirm them.",
    );
  const chosen = choose(found.changes, items);
  const stale = chosen.filter(
    ({ kind, isChanged }) => isChanged && kind !== "collection" && kind !== "database",
  );
  if (stale.length > 0)
    throw new AppError(
      "conflict",
      `items: These changed in the agent since the rehearsal began: ${stale.map(nameOf).join(", ")}. Leave them out, or rehearse again.`,
    );
  const cause = { rehearsed: { id, title: rehearsal.title } };
  const by = { author: "person", cause } as const;
  const parts = chosen.filter(({ kind }) => kind !== "database");
  const wantsDatabase = chosen.some(({ kind }) => kind === "database");
  const changes = wantsDatabase ? await takeDatabaseOnce(rehearsal, by) : null;
  try {
    const accepted = await changingAll(agentId, async (tx, time) => {
      const written: AcceptedItem[] = changes ? [{ ...DATABASE, before: null, written: null, changes }] : [];
      for (const change of parts) written.push(await take(tx, rehearsal, change, { by, time }));
      await setAccepted(tx, id, written);
      return written;
    });
    publishAll(accepted.filter(({ kind }) => kind !== "database").map((item) => itemOf(agentId, item)));
    return accepted;
  } catch (error) {
    if (changes) await undoTaken(agentId, changes, by).then(() => setTaken(id, null));
    throw error;
  }
}

/** Changes the database, unless an earlier attempt did so and crashed then. */
async function takeDatabaseOnce(
  { id, sourceId, databaseChange, accepted, acceptedAt }: Sourced,
  by: Writing["by"],
): Promise<TakenChanges | null> {
  const done = acceptedAt === null ? accepted?.find(({ changes }) => changes)?.changes : undefined;
  if (done) return done;
  const changes = await takeDatabase(sourceId, id, databaseChange, by);
  if (changes) await setTaken(id, [{ ...DATABASE, before: null, written: null, changes }]);
  return changes;
}

type Change = Found["changes"][number];

function choose(changes: readonly Change[], items: Wanted["items"]): Change[] {
  if (!items) return [...changes];
  const missing = items.find(
    ({ kind, name }) => !changes.some((one) => one.kind === kind && one.name === name),
  );
  if (missing)
    throw new AppError("invalid", `items: The rehearsal did not change ${missing.kind} ${missing.name}.`);
  return changes.filter(({ kind, name }) => items.some((one) => one.kind === kind && one.name === name));
}

const nameOf = ({ title, name }: Change) => title ?? name;

const itemOf = (agentId: string, { kind, name }: RehearsedItem): Item => ({ agentId, kind, name });

type Writing = {
  by: { author: "person"; cause: { rehearsed: { id: string; title: string } } };
  time: string;
};

async function take(
  tx: TransactionSql,
  { id, sourceId }: Sourced,
  { kind, name, sourceName, afterId, beforeId }: Change,
  { by, time }: Writing,
): Promise<AcceptedItem> {
  // A fact of the rehearsal has an id that only it may use.
  const ownName = kind === "memory" && sourceName === name ? copyOf(sourceId, name) : sourceName;
  const item = itemOf(sourceId, { kind, name: ownName });
  const before = await readLive(tx, item);
  const add = adding(tx, item, time);
  const after = afterId === null ? null : await readRevision(id, afterId, tx);
  const written = await put();
  return { kind, name: ownName, before: before && !before.deleted ? before.id : null, written: written.id };

  async function put(): Promise<WholeRevision> {
    if (kind !== "collection" || after === null) {
      const { content = null, failure, origins } = after ?? {};
      return putItem(tx, add, item, { content, failure, origins, ...by });
    }
    const began = beforeId === null ? null : await readRevision(id, beforeId, tx);
    const base = began ? collectionVersion.parse(began.content).change : 0;
    const copy = { agentId: id, collection: name, base };
    return takeDocuments(tx, add, { agentId: sourceId, collection: ownName }, copy, by);
  }
}

/** Undoes an accepted rehearsal, all or nothing. Throws `conflict` if an item changed since. */
export const undoAccepted = (agentId: string, id: string): Promise<void> =>
  alone(id, () => undoOnce(agentId, id));

async function undoOnce(agentId: string, id: string): Promise<void> {
  const { accepted, undoneAt, title } = await readRehearsal(agentId, id);
  if (!accepted || undoneAt !== null)
    throw new AppError("conflict", "Nothing of this rehearsal is accepted, so there is nothing to undo.");
  const by = { author: "restore", cause: { rehearsed: { id, title } } } as const;
  const data = accepted.find(({ changes }) => changes)?.changes;
  const parts = accepted.filter(({ written }) => written !== null);
  const assertLast = async (tx?: TransactionSql) => {
    for (const part of parts) {
      const live = await readLive(tx ?? sql(), itemOf(agentId, part));
      if (live?.id !== part.written)
        throw new AppError(
          "conflict",
          `${part.name} (${part.kind}) changed since. Restore it in the history instead.`,
        );
    }
  };
  await assertLast();
  if (data) await undoTaken(agentId, data, by);
  await changingAll(agentId, async (tx, time) => {
    await assertLast(tx);
    for (const part of parts) {
      const item = itemOf(agentId, part);
      const before = part.before === null ? null : await readRevision(agentId, part.before, tx);
      const { content = null, failure, origins } = before ?? {};
      await putItem(tx, adding(tx, item, time), item, { content, failure, origins, ...by });
    }
    await setUndone(tx, id);
  });
  publishAll(parts.map((part) => itemOf(agentId, part)));
}
