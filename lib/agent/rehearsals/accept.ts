import type { TransactionSql } from "postgres";
import { copyOf } from "@/lib/code/history/facts";
import { publishAll, putItem } from "@/lib/code/history/kinds";
import { collectionVersion } from "@/lib/shared/data/documents-version";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import type { AcceptedItem, RehearsedItem } from "@/lib/shared/rehearsals";
import { readRehearsal, setAccepted, setUndone } from "@/lib/store/agents/rehearsals";
import { takeDocuments } from "@/lib/store/data/document-history";
import { sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import { adding, changingAll, type Item, readLive, readRevision } from "@/lib/store/revisions";
import { causeOf, DATABASE, findTaken, rollBack, takeDatabaseOf, undoDatabaseOf } from "./database";
import { type Found, findChanges, type Sourced } from "./detail";

type Wanted = {
  /** Hash of the changes that the user has seen. */
  hash: string;
  /** The items to accept; all if missing. */
  items?: readonly RehearsedItem[];
};

/**
 * Makes the changes of a rehearsal in the agent itself, all or none. Throws `conflict` if they differ from those that the
 * user has seen, or if an item changed in the agent since.
 */
export const accept = (agentId: string, id: string, wanted: Wanted): Promise<AcceptedItem[]> =>
  alone(id, () => acceptOnce(agentId, id, wanted));

/** Of concurrent requests for a rehearsal, one follows the other. */
export async function alone<T>(id: string, work: () => Promise<T>): Promise<T> {
  const { value } = await sql().begin(async (tx) => {
    await lockName(tx, `${id} rehearsal`);
    return { value: await work() };
  });
  return value;
}

async function acceptOnce(agentId: string, id: string, { hash, items }: Wanted): Promise<AcceptedItem[]> {
  const rehearsal: Sourced = { ...(await readRehearsal(agentId, id)), sourceId: agentId };
  if (rehearsal.acceptedAt !== null && rehearsal.undoneAt === null) throw acceptedAlready();
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
  const by = { author: "person", cause: causeOf(rehearsal) } as const;
  const parts = chosen.filter(({ kind }) => kind !== "database");
  const wantsDatabase = chosen.some(({ kind }) => kind === "database");
  const taken = await findTaken(rehearsal);
  if (taken && !wantsDatabase && !(await rollBack(rehearsal, taken))) throw acceptedAlready();
  try {
    const changes = wantsDatabase ? (taken ?? (await takeDatabaseOf(rehearsal))) : null;
    const accepted = await changingAll(agentId, async (tx, time) => {
      const written: AcceptedItem[] = changes ? [{ ...DATABASE, changes }] : [];
      for (const change of parts) written.push(await take(tx, rehearsal, change, { by, time }));
      await setAccepted(tx, id, written);
      return written;
    });
    publishAll(accepted.filter(({ kind }) => kind !== "database").map((item) => itemOf(agentId, item)));
    return accepted;
  } catch (error) {
    const latest = { ...(await readRehearsal(agentId, id)), sourceId: agentId };
    if (wantsDatabase && latest.acceptedAt === null) await rollBack(latest, await findTaken(latest));
    throw error;
  }
}

const acceptedAlready = () =>
  new AppError("conflict", "This rehearsal was accepted already. Undo that first.");

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

export async function undoOnce(agentId: string, id: string): Promise<void> {
  const rehearsal = { ...(await readRehearsal(agentId, id)), sourceId: agentId };
  const { accepted, undoneAt } = rehearsal;
  if (!accepted || undoneAt !== null)
    throw new AppError("conflict", "Nothing of this rehearsal is accepted, so there is nothing to undo.");
  const by = { author: "restore", cause: causeOf(rehearsal) } as const;
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
  await undoDatabaseOf(rehearsal, accepted);
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
