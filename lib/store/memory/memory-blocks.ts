import { and, eq, sql as raw } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { TransactionSql } from "postgres";
import { memoryBlocks } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import {
  type Block,
  type BlockContent,
  type BlockKey,
  type BlockWrite,
  blockKey,
  blockName,
  contentOf,
} from "@/lib/shared/memory/memory";
import { assertBlock, assertTotals, totalsOf } from "@/lib/shared/memory/memory-limits";
import { distinctWords } from "@/lib/shared/text/words";
import { db } from "@/lib/store/db";
import { writeBlock } from "@/lib/store/hot/memory-blocks";
import { lockName } from "@/lib/store/locks";
import {
  type Add,
  type By,
  changing,
  changingSeveral,
  type Item,
  type NewRevision,
  publishChange,
} from "@/lib/store/revisions";
import { readBlocks } from "./block-list";
import { KIND } from "./block-rows";

const MAX_WORDS_CHARS = 100_000;

/**
 * Writes several blocks in one transaction. `change` receives the current block of each key and returns the
 * new ones. Returns the resulting blocks.
 */
export async function persistBlocks(
  agentId: string,
  keys: readonly BlockKey[],
  change: (current: readonly (Block | null)[]) => readonly BlockWrite[],
  by: By,
): Promise<(Block | null)[]> {
  const named = await readBlocks(agentId, keys);
  const items = keys.map(
    (key, at): Item => ({
      agentId: named[at]?.sharedBy?.agent ?? agentId,
      kind: KIND,
      name: blockName(key),
    }),
  );
  if (new Set(items.map((item) => item.name)).size < items.length)
    throw new Error("A block is changed twice in one call");
  const done = await changingSeveral(items, async (tx, addFor) => {
    const current = await readBlocks(agentId, keys, tx);
    for (const [at, item] of items.entries())
      if ((current[at]?.sharedBy?.agent ?? agentId) !== item.agentId)
        throw new AppError("conflict", `The owner of the block ${item.name} has changed. Try again.`);
    const writes = change(current);
    const real = items.flatMap((item, at) => {
      const [before, write] = [current[at] ?? null, writes[at]];
      if (write === undefined || isSame(before, write)) return [];
      if (write) assertBlock(blockKey(item.name).label, write);
      if (before?.sharedBy) assertShared(before, write, by);
      return [{ thing: item, before, write }];
    });
    if (real.length === 0) return { blocks: [...current], real };
    for (const owner of new Set(real.map(({ thing: item }) => item.agentId)))
      await assertBlockSpace(
        tx,
        owner,
        real.filter(({ thing: item }) => item.agentId === owner),
      );
    for (const { thing: item, write, before } of real) {
      const content = write && (await ownContent(tx, item, before, write));
      await putBlock(tx, addFor(item), item, { content, ...by });
    }
    return { blocks: await readBlocks(agentId, keys, tx), real };
  });
  // The new version is in the owner's history. Also notify this agent, which has the block in its prompt.
  for (const { thing: item, before } of done.real) if (before?.sharedBy) publishChange({ ...item, agentId });
  return done.blocks;
}

/**
 * Throws `forbidden` if a change of another agent's block affects more than its text. The caller has already
 * checked the permission to write.
 */
function assertShared(
  { label, permission, sharedBy, ...before }: Block,
  write: BlockContent | null,
  by: By,
): void {
  const name = sharedBy?.name ?? "";
  if (write === null) {
    if (by.author === "agent" && permission === "admin") return;
    throw new AppError(
      "forbidden",
      `The block "${label}" belongs to ${name}. Delete it there, or end the sharing.`,
    );
  }
  const isText =
    JSON.stringify({ ...contentOf({ ...before, permission }), text: write.text }) ===
    JSON.stringify(contentOf(write));
  if (!isText)
    throw new AppError(
      "forbidden",
      `The block "${label}" belongs to ${name}, so only its text can be changed here.`,
    );
}

/**
 * Returns the content with the owner's permission, because the permission of the share may differ from it.
 */
async function ownContent(
  tx: TransactionSql,
  { agentId, name }: Item,
  before: Block | null,
  write: BlockContent,
): Promise<BlockContent> {
  if (!before?.sharedBy) return contentOf(write);
  const [own] = await readBlocks(agentId, [blockKey(name)], tx);
  return { ...contentOf(write), permission: own?.permission ?? write.permission };
}

const isSame = (before: Block | null, write: BlockContent | null): boolean =>
  before === null || write === null
    ? before === write
    : JSON.stringify(contentOf(before)) === JSON.stringify(contentOf(write));

type Real = { thing: Item; before: Block | null; write: BlockContent | null };

/**
 * Throws if the blocks would exceed the limits. The lock makes writers wait for each other, so that
 * concurrent ones cannot exceed the limits together.
 */
async function assertBlockSpace(tx: TransactionSql, agentId: string, real: readonly Real[]): Promise<void> {
  if (real.every(({ before, write }) => before && (write?.text.length ?? 0) <= before.text.length)) return;
  await lockName(tx, `${agentId} blocks`);
  const isEntry = real.some(
    ({ thing: item, before, write }) => blockKey(item.name).isArchival && !before && write,
  );
  const entries = alias(memoryBlocks, "archived_entries");
  const countEntries = db()
    .select({ count: raw`count(*)::int` })
    .from(entries)
    .where(and(eq(entries.agentId, agentId), raw`${entries.kind} = 'archival'`));
  const [row] = await db(tx)
    .select({
      context: raw<string[] | null>`json_agg(${memoryBlocks.text})`,
      archived: isEntry ? raw<number>`${countEntries}` : raw<number>`0`,
    })
    .from(memoryBlocks)
    // A literal, so that the planner uses the partial index of blocks in the prompt.
    .where(and(eq(memoryBlocks.agentId, agentId), raw`${memoryBlocks.kind} <> 'archival'`));
  const context = (row?.context ?? []).map((text) => ({ text, isArchival: false }));
  const before = { ...totalsOf(context), archiveEntries: row?.archived ?? 0 };
  const after = { ...before };
  for (const { thing: item, before: was, write } of real) {
    const blocks = Number(write !== null) - Number(was !== null);
    if (blockKey(item.name).isArchival) after.archiveEntries += blocks;
    else {
      after.contextBlocks += blocks;
      after.contextChars += (write?.text.length ?? 0) - (was?.text.length ?? 0);
    }
  }
  assertTotals(before, after);
}

/** Stores a version of a block and makes it live; null content deletes the block. */
export async function putBlock(
  tx: TransactionSql,
  add: Add,
  { agentId, name }: Item,
  revision: NewRevision & { content: BlockContent | null },
): Promise<WholeRevision> {
  const added = await add(revision);
  const { label, isArchival } = blockKey(name);
  const { content } = revision;
  if (content === null) {
    await db(tx).delete(memoryBlocks).where(isBlock(agentId, { label, isArchival }));
    return added;
  }
  const { kind, text, description, permission, charLimit } = content;
  if ((kind === "archival") !== isArchival)
    throw new AppError("invalid", `"${name}" is not the name of a ${kind} block.`);
  await writeBlock(tx, {
    ...{ agentId, label, kind, text, description, permission, charLimit, version: added.version },
    words: distinctWords(`${label} ${description} ${text}`, MAX_WORDS_CHARS),
  });
  return added;
}

/** Throws if the restored version would exceed the limits. */
export const restoreBlock = (
  agentId: string,
  name: string,
  revision: NewRevision & { content: BlockContent | null },
): Promise<WholeRevision> => {
  const item: Item = { agentId, kind: KIND, name };
  return changing(item, async (tx, add) => {
    const [before = null] = await readBlocks(agentId, [blockKey(name)], tx);
    await assertBlockSpace(tx, agentId, [{ thing: item, before, write: revision.content }]);
    return putBlock(tx, add, item, revision);
  });
};

export const touchBlock = async (agentId: string, id: string): Promise<void> => {
  await db()
    .update(memoryBlocks)
    .set({ lastUsedAt: raw`now()` })
    .where(and(eq(memoryBlocks.agentId, agentId), eq(memoryBlocks.id, id)));
};

/** Pins or unpins a block. Pinned blocks come first in the prompt. Pinning is not versioned. */
export async function pinBlock(agentId: string, key: BlockKey, isPinned: boolean): Promise<void> {
  await db()
    .update(memoryBlocks)
    .set({ pinnedAt: isPinned ? raw`coalesce(${memoryBlocks.pinnedAt}, now())` : null })
    .where(isBlock(agentId, key));
  publishChange({ agentId, kind: KIND, name: blockName(key) });
}

/** Condition for a block. The expression must equal that of the unique index. */
const isBlock = (agentId: string, { label, isArchival }: BlockKey) =>
  and(
    ...[eq(memoryBlocks.agentId, agentId), eq(memoryBlocks.label, label)],
    raw`(${memoryBlocks.kind} = 'archival') = ${isArchival}`,
  );
