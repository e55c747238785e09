import type { TransactionSql } from "postgres";
import { changesListed } from "@/lib/data/sqlite/changes";
import { putDatabase } from "@/lib/data/sqlite/restore";
import { undoRows } from "@/lib/data/sqlite/undo-rows";
import type { UndoAnswer } from "@/lib/shared/changes";
import { databaseCopy } from "@/lib/shared/data/database-copy";
import { ROWS, rowChanges } from "@/lib/shared/data/row-changes";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import { isPart } from "@/lib/shared/kinds";
import { disableItem } from "@/lib/store/agents/imported-versions";
import { undoChange as undoDocuments } from "@/lib/store/data/document-history";
import { sql } from "@/lib/store/db";
import {
  changing,
  type Item,
  readLive,
  readLiveBefore,
  readRevision,
  readUndone,
} from "@/lib/store/revisions";
import { publishLive, putItem } from "./kinds";
import { overQuota } from "./quota";

type Wanted = {
  /** First version of the change, if the change has several. */
  from?: string;
  isRedone?: boolean;
};

/**
 * Undoes a change, or redoes it. `id` is the newest version of the change. Idempotent. Throws `conflict` if the
 * item changed since, because undoing would also revert that.
 */
export async function undoChange(
  agentId: string,
  id: string,
  { from = id, isRedone = false }: Wanted,
): Promise<UndoAnswer> {
  const revision = await readRevision(agentId, id);
  const { kind, version } = revision;
  const state = isRedone ? "done" : "undone";
  const by = { author: "restore", cause: { undone: { change: id, version, isRedone } } } as const;
  if (isPart(kind) || (kind === "collection" && revision.deleted)) {
    const first = from === id ? revision : await readRevision(agentId, from);
    return { state, revisionId: await undoItem(agentId, revision, first, by) };
  }
  if (kind === "database") await changesListed(agentId);
  const last = await readUndone({ agentId, kind, name: revision.name }, id);
  const isDone = last ? last.isRedone : true;
  if (isDone === isRedone) return { state, revisionId: last?.id ?? id };
  if (kind === "collection") {
    const undone = await undoDocuments(agentId, last?.id ?? id, by).catch(async (error) => {
      // A concurrent request may have done the same.
      const now = await readUndone({ agentId, kind, name: revision.name }, id);
      if (now && now.id !== last?.id && now.isRedone === isRedone) return now;
      throw isAppError(error) && error.code === "conflict" ? changedSince(error.message) : error;
    });
    return { state, revisionId: undone.id };
  }
  if (kind === "database" && revision.name === ROWS)
    return { state, revisionId: await undoListed(agentId, revision, by) };
  if (kind === "database") return { state, revisionId: await undoStatement(agentId, revision, last, by) };
  throw new AppError(
    "invalid",
    "This kind of change has no undo. Restore an earlier version in the history.",
  );
}

/** Undoes changes of rows. The history lists the undo as changes of rows, too. */
async function undoListed(agentId: string, { id, name, content }: WholeRevision, by: By): Promise<string> {
  const { from, to } = rowChanges.parse(content);
  const { isRedone } = by.cause.undone;
  await undoRows(agentId, { from, to, isRedone }, by);
  const undone = await readUndone({ agentId, kind: "database", name }, id);
  return undone?.id ?? id;
}

type By = { author: "restore"; cause: { undone: { change: string; version: number; isRedone: boolean } } };

async function undoItem(
  agentId: string,
  change: WholeRevision,
  first: WholeRevision,
  by: By,
): Promise<string> {
  const { kind, name } = change;
  const { isRedone } = by.cause.undone;
  const item: Item = { agentId, kind, name };
  if (first.kind !== kind || first.name !== name || first.version > change.version)
    throw new AppError("invalid", "`from` is not an earlier version of the same item.");
  const written = await changing(item, async (tx, add) => {
    const live = await readLive(tx, item);
    const isDone = doneIn(live, change.id);
    if (isDone === undefined) throw changedSince();
    if (isDone === isRedone) return { id: live?.id ?? change.id, isWritten: false };
    const target = isRedone ? change : await readLiveBefore(tx, item, first.version);
    const { id } = await putItem(tx, add, item, {
      ...{ content: target?.content ?? null, failure: target?.failure, origins: target?.origins },
      ...by,
    });
    if (kind === "tool" && target && live?.deleted) await keepQuota(tx, agentId, name);
    return { id, isWritten: true };
  });
  if (written.isWritten) publishLive(item);
  return written.id;
}

/** Returns whether the live version has the change; undefined if something else changed the item since. */
function doneIn(live: WholeRevision | null, change: string): boolean | undefined {
  if (live?.id === change) return true;
  const cause = live?.cause;
  if (cause && "undone" in cause && cause.undone.change === change) return cause.undone.isRedone;
}

async function keepQuota(tx: TransactionSql, agentId: string, name: string): Promise<void> {
  const off = await overQuota(tx, agentId, [name], [name]);
  if (off.has(name)) await disableItem(tx, { agentId, kind: "tool", name });
}

/**
 * A statement is undone by restoring the copy that was stored before it. It is redone by restoring the copy that
 * the undo stored before it replaced the tables.
 */
async function undoStatement(
  agentId: string,
  copy: WholeRevision,
  last: WholeRevision | null,
  by: By,
): Promise<string> {
  const item: Item = { agentId, kind: "database", name: copy.name };
  const target = by.cause.undone.isRedone && last ? await readLiveBefore(sql(), item, last.version) : copy;
  if (!target) throw new AppError("not_found", "The copy of these tables is no longer stored.");
  const { id } = await putDatabase(agentId, databaseCopy.parse(target.content), by);
  return id;
}

const changedSince = (reason = "It changed again since. Open its history to restore an earlier version.") =>
  new AppError("conflict", reason);
