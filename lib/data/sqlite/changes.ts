import { LRUCache } from "lru-cache";
import { actingMember } from "@/lib/ground/base/acting";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import type { Act } from "@/lib/shared/data/acts";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { addChanges, lastListedChange, type NewChange } from "@/lib/store/database-changes";
import { causeOf } from "@/lib/store/revisions";
import { changedAt } from "./changed-at";
import { databaseOf } from "./databases";
import { SQL_LIMITS } from "./limits";
import type { ChangedBy, Logged } from "./protocol";
import type { WrittenBy } from "./types";

/*
 * The history lists the changes of the change log. A write does not wait for it. After a kill, the next
 * write or the next look at the history lists the missing changes.
 */

/** Author and cause of a write as the change log stores them. */
export function changedByOf({ origins, ...by }: WrittenBy): ChangedBy {
  const memberId = by.author === "person" ? actingMember() : null;
  return {
    ...{ author: by.author, cause: causeOf(by) },
    ...(origins?.length && { origins: [...origins] }),
    ...(memberId !== null && memberId !== OWNER_ID && { memberId }),
  };
}

/** `isCurrent`: the history lists all changes but those in `waiting`. */
type Listed = { isCurrent: boolean; waiting: NewChange[]; done: Promise<void> };

/** Lists a change in the history, after those before it. */
export function listChange(
  agentId: string,
  { number, at }: Logged,
  by: ChangedBy,
  acts: readonly Act[],
): void {
  const { waiting } = listedOf(agentId);
  waiting.push({ number, at, by, acts });
  // Changes that wait are listed together.
  if (waiting.length === 1) enqueue(agentId);
}

/** Waits until the history lists all changes of the database so far. */
export async function changesListed(agentId: string): Promise<void> {
  if (!listedOf(agentId).isCurrent && changedAt(agentId) !== null) enqueue(agentId);
  await listedOf(agentId).done;
}

function enqueue(agentId: string): void {
  const listed = listedOf(agentId);
  const next = async () => {
    const changes = listed.waiting.splice(0);
    try {
      if (!listed.isCurrent) await listMissing(agentId);
      else if (changes.length > 0) await addChanges(agentId, changes);
      listed.isCurrent = true;
    } catch (error) {
      listed.isCurrent = false;
      log.warn("Changes of a database were not listed in the history", error);
    }
  };
  listed.done = listed.done.then(next);
}

async function listMissing(agentId: string): Promise<void> {
  for (let after = await lastListedChange(agentId); ; ) {
    const from = after;
    const changes = await databaseOf(agentId).exclusive(
      (ask) => ask<{ op: "changes"; after: number }>({ op: "changes", after: from }),
      SQL_LIMITS.ms,
    );
    const last = changes.at(-1);
    if (!last) return;
    const named = changes.flatMap(({ by, ...change }): NewChange[] => (by ? [{ ...change, by }] : []));
    if (named.length > 0) await addChanges(agentId, named);
    after = last.number;
  }
}

function listedOf(agentId: string): Listed {
  const all = singleton("listed database changes", () => new LRUCache<string, Listed>({ max: 10_000 }));
  const found = all.get(agentId);
  if (found) return found;
  const listed = { isCurrent: false, waiting: [], done: Promise.resolve() };
  all.set(agentId, listed);
  return listed;
}
