import { createHash, randomUUID } from "node:crypto";
import type { ISql, TransactionSql } from "postgres";
import { copyOfMoment } from "@/lib/data/sqlite/moments";
import { putDatabase, undoDatabase } from "@/lib/data/sqlite/restore";
import { log } from "@/lib/ground/base/log";
import { databaseCopy } from "@/lib/shared/data/database-copy";
import { AppError } from "@/lib/shared/errors";
import type {
  Cause,
  ConversationRestore,
  Restored,
  RestorePreview,
  Revision,
  WholeRevision,
} from "@/lib/shared/history";
import type { Kind } from "@/lib/shared/kinds";
import { disableItem } from "@/lib/store/agents/imported-versions";
import { publish } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { planBranch, previewBranch, restoreBranch } from "@/lib/store/loop/branch-at";
import { type Difference, differencesSince, historyStart, listUnrestorable } from "@/lib/store/restore-point";
import { adding, changingAll, readLive, readRevision } from "@/lib/store/revisions";
import { type DatabaseDifference, databaseAt } from "./database-restore-point";
import { publishAll, putItem } from "./kinds";
import { overQuota } from "./quota";
import { needsOf } from "./restore-needs";
import { writeAll } from "./write-all";

/** `expect` is the hash of the change that a preview returned. */
export type ChosenPart = { kind: Kind; name: string; expect?: string };

export type RestoreChoice = {
  /** Hash of the whole preview. */
  expect?: string;
  /** The items to restore; all if omitted. */
  parts?: readonly ChosenPart[];
  /** A conversation to restore, with the hash that a preview returned. */
  conversation?: { id: string; expect?: string };
};

/** Returns what restoring all versioned data, and a conversation, to `at` (ISO time) would change. */
export async function previewAgentRestore(
  agentId: string,
  at: string,
  conversationId?: string,
): Promise<RestorePreview> {
  await assertSince(agentId, at);
  const found = await withQuota(sql(), agentId, await differencesSince(sql(), agentId, at));
  const data = await databaseAt(agentId, at);
  const all: DatabaseDifference[] = data.change ? [...found, data.change] : found;
  const needs = await needsOf(agentId, found);
  const changes = all.map((difference) => {
    const { nowHash: _, thenHash: __, moment: ___, last: ____, ...change } = difference;
    const needed = needs.get(keyOf(change));
    return { ...change, hash: hashOfOne(difference), ...(needed && { needs: needed }) };
  });
  const beyond = [...(data.isTooEarly ? ["database"] : []), ...(await listUnrestorable(sql(), agentId, at))];
  const conversation = conversationId && (await previewBranch(sql(), { agentId, conversationId }, at));
  return {
    ...{ at, hash: hashOf(all), changes },
    ...(beyond.length > 0 && { beyond }),
    ...(conversation && { conversation }),
  };
}

/**
 * Restores versioned data, and a conversation, to its state at `at`, or nothing. Does not test code again, because it was
 * live then. Throws `conflict` if something that a preview returned a hash for has changed since.
 */
export async function restoreAgentTo(
  agentId: string,
  at: string,
  { expect, parts, conversation }: RestoreChoice = {},
): Promise<Restored> {
  await assertSince(agentId, at);
  const { change } = await databaseAt(agentId, at);
  const chosen = parts && new Map(parts.map((part) => [keyOf(part), part]));
  const isChosen = (difference: Difference) => chosen?.has(keyOf(difference)) ?? true;
  const choose = async (on: ISql): Promise<Difference[]> => {
    const found = await differencesSince(on, agentId, at);
    if (expect !== undefined || !chosen) {
      const all = await withQuota(on, agentId, found);
      const hash = hashOf(change ? [...all, change] : all);
      if (expect !== undefined && expect !== hash) throw stale({ hash });
      if (!chosen) return all;
    }
    assertExpected(chosen, change ? [...found, change] : found);
    return withQuota(on, agentId, found.filter(isChosen));
  };
  const place = conversation && { agentId, conversationId: conversation.id };
  await assertExist(agentId, parts ?? [], await choose(sql()));
  const plan = place && (await planBranch(sql(), place, at, conversation.expect));
  const restore = randomUUID();
  const causeWith = (step: ConversationRestore | null | undefined): Cause => ({
    ...{ moment: at, restore },
    ...(step && { conversation: step }),
  });
  const data = change && isChosen(change) ? await putData(agentId, change, causeWith(plan?.step)) : null;
  try {
    const done = await changingAll(agentId, async (tx, time) => {
      const found = await choose(tx);
      const isDeletion = ({ revisionId }: Difference) => revisionId === null;
      const branch = place && (await restoreBranch(tx, place, at, conversation.expect));
      const cause = causeWith(branch);
      const written = await writeAll(tx, agentId, found, isDeletion, (difference) =>
        restoreDifference(tx, agentId, { cause, time }, difference),
      );
      return { written, branch };
    });
    publishAll(done.written.map(({ kind, name }) => ({ agentId, kind, name })));
    if (done.branch) publish({ type: "conversation", agent: agentId, id: done.branch.id });
    const revisions = [...done.written, ...(data ? [withoutContent(data)] : [])];
    return {
      revisions,
      ...(revisions.length > 0 && { restore }),
      ...(done.branch && { conversation: done.branch }),
    };
  } catch (error) {
    const by = { author: "restore", cause: null } as const;
    if (data)
      await undoDatabase(agentId, data, by).catch((problem: unknown) =>
        log.warn("The database stays restored, although the rest is not", problem, { agent: agentId }),
      );
    throw error;
  }
}

/** Restores the database, before the transaction that restores everything else. */
async function putData(
  agentId: string,
  { revisionId, moment: number, last }: DatabaseDifference,
  cause: Cause,
): Promise<WholeRevision> {
  const copy =
    number === undefined
      ? databaseCopy.parse((await readRevision(agentId, revisionId ?? "")).content)
      : await copyOfMoment(agentId, number);
  return putDatabase(agentId, copy, { author: "restore", cause }, { after: last });
}

export const withoutContent = ({ content: _, ...revision }: WholeRevision): Revision => revision;

const keyOf = ({ kind, name }: { kind: Kind; name: string }): string => `${kind} ${name}`;

function assertExpected(chosen: ReadonlyMap<string, ChosenPart>, found: readonly Difference[]): void {
  const hashes = new Map(found.map((one) => [keyOf(one), hashOfOne(one)]));
  const changed = [...chosen.values()].filter(
    (part) => part.expect !== undefined && part.expect !== hashes.get(keyOf(part)),
  );
  if (changed.length > 0) throw stale({ changed: changed.map(({ kind, name }) => ({ kind, name })) });
}

/** Throws if the agent never had one of the items, for example because its name is misspelt. */
async function assertExist(
  agentId: string,
  parts: readonly ChosenPart[],
  found: readonly Difference[],
): Promise<void> {
  const known = new Set(found.map(keyOf));
  for (const [at, { kind, name }] of parts.entries()) {
    if (kind === "database" || known.has(keyOf({ kind, name }))) continue;
    if ((await readLive(sql(), { agentId, kind, name })) === null)
      throw new AppError(
        "invalid",
        `parts[${at}]: There never was a ${kind} "${name.slice(0, 100)}". GET /api/history/at lists the changes.`,
      );
  }
}

/** Marks tools that exceed the maximum number of enabled ones. */
async function withQuota(on: ISql, agentId: string, found: Difference[]): Promise<Difference[]> {
  const named = (action: Difference["action"]) =>
    found.filter((one) => one.kind === "tool" && one.action === action).map(({ name }) => name);
  const off = await overQuota(on, agentId, named("create"), named("delete"));
  if (off.size === 0) return found;
  return found.map((one) => (one.kind === "tool" && off.has(one.name) ? { ...one, disabled: true } : one));
}

async function restoreDifference(
  tx: TransactionSql,
  agentId: string,
  { cause, time }: { cause: Cause; time: string },
  { kind, name, revisionId, disabled }: Difference,
): Promise<Revision> {
  const item = { agentId, kind, name };
  const then = revisionId === null ? null : await readRevision(agentId, revisionId, tx);
  const revision = await putItem(tx, adding(tx, item, time), item, {
    content: then?.content ?? null,
    failure: then?.failure,
    origins: then?.origins,
    author: "restore",
    cause,
  });
  if (disabled) await disableItem(tx, item);
  return withoutContent(revision);
}

async function assertSince(agentId: string, at: string): Promise<void> {
  const first = await historyStart(sql(), agentId);
  if (Date.parse(at) >= Date.parse(first)) return;
  throw new AppError("invalid", `The agent has no data before ${first}. Choose a later time.`, {
    details: { first },
  });
}

const hashOf = (found: unknown): string => createHash("sha256").update(JSON.stringify(found)).digest("hex");

/** Whether a tool exceeds the quota depends on the other chosen items, so the hash of one item leaves it out. */
const hashOfOne = ({ disabled: _, ...difference }: Difference): string => hashOf(difference);

const stale = (details: Record<string, unknown>) =>
  new AppError("conflict", "The agent changed since the preview. Check the new preview and confirm again.", {
    details,
  });
