import type { ISql } from "postgres";
import { putDatabase, undoDatabase } from "@/lib/data/sqlite/restore";
import { databaseCopy } from "@/lib/shared/data/database-copy";
import { AppError } from "@/lib/shared/errors";
import type { ConversationRestore, Revision, UndoneRestore, WholeRevision } from "@/lib/shared/history";
import { KINDS } from "@/lib/shared/kinds";
import { disableItem } from "@/lib/store/agents/imported-versions";
import { publish } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { planUndo, readUndo, undoBranch } from "@/lib/store/loop/branch-at";
import { mapInBatches } from "@/lib/store/map-in-batches";
import {
  adding,
  changingAll,
  type Item,
  listOfRestore,
  readLive,
  readLiveBefore,
  readRevision,
  readUndone,
} from "@/lib/store/revisions";
import { publishAll, putItem } from "./kinds";
import { overQuota } from "./quota";
import { withoutContent } from "./restore-point";
import { writeAll } from "./write-all";

type Undo = { restore?: string; conversation?: ConversationRestore };

/**
 * Undoes a restore to a time: exactly what it wrote, and the conversation. Idempotent. Throws `conflict` and changes nothing
 * if one of it changed since. Without `conversation`, the one of the restore stays as it is if it cannot be undone.
 */
export async function undoRestore(
  agentId: string,
  { restore, conversation: wanted }: Undo,
): Promise<UndoneRestore> {
  const written = restore === undefined ? [] : await listOfRestore(agentId, restore);
  if (restore !== undefined && written.length === 0)
    throw new AppError("not_found", "There is no such restore. POST /api/history/at returns its id.");
  const data = written.find(({ kind }) => kind === "database");
  const items = written
    .filter((one) => one !== data)
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  await listOpen(sql(), agentId, items);
  const stored = wanted ? undefined : conversationOf(written);
  const undo = stored && (await readUndo(sql(), agentId, stored));
  const conversation = undo === "open" ? stored : wanted;
  if (conversation) await planUndo(sql(), agentId, conversation);
  const restored = data && (await undoData(agentId, data));
  try {
    const undone = await changingAll(agentId, async (tx, time) => {
      const open = await listOpen(tx, agentId, items);
      const before = await mapInBatches(open, async (revision) => ({
        ...revision,
        back: await readLiveBefore(tx, itemOf(agentId, revision), revision.version),
      }));
      const tools = before.filter(({ kind }) => kind === "tool");
      const off = await overQuota(
        ...[tx, agentId],
        tools.filter((one) => one.deleted && !isDeletion(one)).map(({ name }) => name),
        tools.filter((one) => !one.deleted && isDeletion(one)).map(({ name }) => name),
      );
      const revisions = await writeAll(tx, agentId, before, isDeletion, async (one) => {
        const item = itemOf(agentId, one);
        const { content = null, failure, origins } = one.back ?? {};
        const again = { content, failure, origins, ...byUndoing(one) };
        const added = await putItem(tx, adding(tx, item, time), item, again);
        if (item.kind === "tool" && off.has(item.name)) await disableItem(tx, item);
        return withoutContent(added);
      });
      if (conversation) await undoBranch(tx, agentId, conversation);
      return revisions;
    });
    publishAll(undone.map(({ kind, name }) => ({ agentId, kind, name })));
    if (conversation) publish({ type: "conversation", agent: agentId, id: conversation.id });
    return {
      revisions: [...undone, ...(restored ? [restored] : [])],
      ...(undo && undo !== "done" && { conversation: undo === "open" ? "shown" : "stays" }),
    };
  } catch (error) {
    if (data && restored) {
      const { content } = await readRevision(agentId, data.id);
      await putDatabase(agentId, databaseCopy.parse(content), { author: "restore", cause: data.cause });
    }
    throw error;
  }
}

/** Returns the conversation that was restored together with the items. */
const conversationOf = (written: readonly Revision[]): ConversationRestore | undefined =>
  written
    .map(({ cause }) => (cause && "moment" in cause ? cause.conversation : undefined))
    .find((conversation) => conversation !== undefined);

async function undoData(agentId: string, data: Revision): Promise<Revision | undefined> {
  if (await readUndone(itemOf(agentId, data), data.id)) return;
  return withoutContent(await undoDatabase(agentId, data, byUndoing(data)));
}

/** Returns the versions that are not undone yet. Throws if an item has a newer version. */
async function listOpen(on: ISql, agentId: string, items: readonly Revision[]): Promise<Revision[]> {
  const found = await mapInBatches([...items], async (revision) => ({
    revision,
    live: await readLive(on, itemOf(agentId, revision)),
  }));
  const open = found.filter(({ revision, live }) => !isUndoneBy(live, revision));
  const changed = open
    .filter(({ revision, live }) => live?.id !== revision.id)
    .map(({ revision }) => revision);
  if (changed.length === 0) return open.map(({ revision }) => revision);
  const names = changed.map(({ kind, name, title = name }) => `${kind} ${title}`);
  throw new AppError(
    "conflict",
    `Changed since: ${names.slice(0, 5).join(", ")}${names.length > 5 ? ", …" : ""}. Restore single items in the history.`,
    { details: { changed: changed.map(({ kind, name }) => ({ kind, name })) } },
  );
}

function isUndoneBy(live: Revision | null, { id }: Revision): boolean {
  const cause = live?.cause;
  return Boolean(cause && "undone" in cause && cause.undone.change === id && !cause.undone.isRedone);
}

const byUndoing = ({ id, version }: Revision) =>
  ({ author: "restore", cause: { undone: { change: id, version, isRedone: false } } }) as const;

const itemOf = (agentId: string, { kind, name }: Revision): Item => ({ agentId, kind, name });
const isDeletion = ({ back }: { back: WholeRevision | null }): boolean => (back?.content ?? null) === null;
