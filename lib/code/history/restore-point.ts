import { createHash } from "node:crypto";
import type { ISql, TransactionSql } from "postgres";
import { restoreDatabase, restoreMoment } from "@/lib/data/sqlite/restore";
import { AppError } from "@/lib/shared/errors";
import type { RestorePreview, Revision } from "@/lib/shared/history";
import { disableItem } from "@/lib/store/agents/imported-versions";
import { listCopies } from "@/lib/store/database-copies";
import { sql } from "@/lib/store/db";
import { mapInBatches } from "@/lib/store/map-in-batches";
import { type Difference, differencesSince, historyStart, listUnrestorable } from "@/lib/store/restore-point";
import { adding, changingAll, readRevision } from "@/lib/store/revisions";
import { type DatabaseDifference, databaseAt } from "./database-restore-point";
import { publishAll, putItem } from "./kinds";
import { overQuota } from "./quota";

/** Returns what restoring all versioned data to `at` (ISO time) would change. */
export async function previewAgentRestore(agentId: string, at: string): Promise<RestorePreview> {
  await assertSince(agentId, at);
  const found = await changesTo(sql(), agentId, at);
  const data = await databaseAt(agentId, at);
  const all: DatabaseDifference[] = data.change ? [...found, data.change] : found;
  const changes = all.map(({ nowHash: _, thenHash: __, moment: ___, ...change }) => change);
  const beyond = [...(data.isTooEarly ? ["database"] : []), ...(await listUnrestorable(sql(), agentId, at))];
  return { at, hash: hashOf(all), changes, ...(beyond.length > 0 && { beyond }) };
}

/**
 * Restores all versioned data to its state at `at`, or nothing. Returns the versions written. Does not test
 * code again, because it was live then. With `expect`, throws unless a preview returned this hash.
 */
export async function restoreAgentTo(agentId: string, at: string, expect?: string): Promise<Revision[]> {
  await assertSince(agentId, at);
  const { change } = await databaseAt(agentId, at);
  const hash = (found: Difference[]) => hashOf(change ? [...found, change] : found);
  const assertPreviewed = (found: Difference[]) => {
    if (expect !== undefined && expect !== hash(found)) throw stale(hash(found));
  };
  assertPreviewed(await changesTo(sql(), agentId, at));
  const data = change ? await restoreData(agentId, change, at) : null;
  try {
    const written = await changingAll(agentId, async (tx, time) => {
      const found = await changesTo(tx, agentId, at);
      assertPreviewed(found);
      return mapInBatches(found, (difference) => restoreDifference(tx, agentId, at, difference, time));
    });
    publishAll(written.map(({ kind, name }) => ({ agentId, kind, name })));
    return [...written, ...(data ? [data.restored] : [])];
  } catch (error) {
    await data?.undo();
    throw error;
  }
}

/**
 * Restores the database before the transaction that restores everything else. If that fails, the caller calls
 * `undo`.
 */
async function restoreData(agentId: string, { revisionId, moment }: DatabaseDifference, at: string) {
  const { content: _, ...restored } =
    moment === undefined
      ? await restoreDatabase(agentId, await readRevision(agentId, revisionId ?? ""))
      : await restoreMoment(agentId, moment, at);
  return {
    restored,
    async undo() {
      const savedCopy = (await listCopies(agentId)).find(({ version }) => version < restored.version);
      if (savedCopy) await restoreDatabase(agentId, await readRevision(agentId, savedCopy.id));
    },
  };
}

async function changesTo(on: ISql, agentId: string, at: string): Promise<Difference[]> {
  const found = await differencesSince(on, agentId, at);
  const named = (action: Difference["action"]) =>
    found.filter((one) => one.kind === "tool" && one.action === action).map(({ name }) => name);
  const off = await overQuota(on, agentId, named("create"), named("delete"));
  if (off.size === 0) return found;
  return found.map((one) => (one.kind === "tool" && off.has(one.name) ? { ...one, disabled: true } : one));
}

async function restoreDifference(
  tx: TransactionSql,
  agentId: string,
  at: string,
  { kind, name, revisionId, disabled }: Difference,
  time: string,
): Promise<Revision> {
  const item = { agentId, kind, name };
  const then = revisionId === null ? null : await readRevision(agentId, revisionId, tx);
  const { content: _, ...revision } = await putItem(tx, adding(tx, item, time), item, {
    content: then?.content ?? null,
    failure: then?.failure,
    origins: then?.origins,
    author: "restore",
    cause: { moment: at },
  });
  if (disabled) await disableItem(tx, item);
  return revision;
}

async function assertSince(agentId: string, at: string): Promise<void> {
  const first = await historyStart(sql(), agentId);
  if (Date.parse(at) >= Date.parse(first)) return;
  throw new AppError("invalid", `The agent has no data before ${first}. Choose a later time.`, {
    details: { first },
  });
}

const hashOf = (found: Difference[]): string =>
  createHash("sha256").update(JSON.stringify(found)).digest("hex");

const stale = (hash: string) =>
  new AppError("conflict", "The agent changed since the preview. Check the new preview and confirm again.", {
    details: { hash },
  });
