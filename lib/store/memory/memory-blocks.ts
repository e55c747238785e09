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
import { lockName } from "@/lib/store/hot/locks";
import { writeBlock } from "@/lib/store/hot/memory-blocks";
import {
  type Add,
  type By,
  changing,
  changingSeveral,
  type NewRevision,
  publishChange,
  type Thing,
} from "@/lib/store/revisions";
import { readBlocks } from "./block-list";
import { KIND } from "./block-rows";

/** Characters of the words by which a block is found. */
const MAX_WORDS = 100_000;

/**
 * Writes several blocks, all or none: `change` sees what is stored under each of the keys, and says what becomes of it.
 * Gives them as they are afterwards.
 */
export async function persistBlocks(
  agentId: string,
  keys: readonly BlockKey[],
  change: (current: readonly (Block | null)[]) => readonly BlockWrite[],
  by: By,
): Promise<(Block | null)[]> {
  const named = await readBlocks(agentId, keys);
  const things = keys.map(
    (key, at): Thing => ({
      agentId: named[at]?.sharedBy?.agent ?? agentId,
      kind: KIND,
      name: blockName(key),
    }),
  );
  if (new Set(things.map((thing) => thing.name)).size < things.length)
    throw new Error("A block is changed twice at once");
  const done = await changingSeveral(things, async (tx, addFor) => {
    const current = await readBlocks(agentId, keys, tx);
    for (const [at, thing] of things.entries())
      if ((current[at]?.sharedBy?.agent ?? agentId) !== thing.agentId)
        throw new AppError("conflict", `Whose the block ${thing.name} is has changed meanwhile. Try again.`);
    const writes = change(current);
    const real = things.flatMap((thing, at) => {
      const [before, write] = [current[at] ?? null, writes[at]];
      if (write === undefined || isSame(before, write)) return [];
      if (write) assertBlock(blockKey(thing.name).label, write);
      if (before?.sharedBy) assertShared(before, write, by);
      return [{ thing, before, write }];
    });
    if (real.length === 0) return { blocks: [...current], real };
    for (const owner of new Set(real.map(({ thing }) => thing.agentId)))
      await assertRoom(
        tx,
        owner,
        real.filter(({ thing }) => thing.agentId === owner),
      );
    for (const { thing, write, before } of real) {
      const content = write && (await ownContent(tx, thing, before, write));
      await putBlock(tx, addFor(thing), thing, { content, ...by });
    }
    return { blocks: await readBlocks(agentId, keys, tx), real };
  });
  // Its owner's history has the version; whoever it is shared with sees it as their own.
  for (const { thing, before } of done.real) if (before?.sharedBy) publishChange({ ...thing, agentId });
  return done.blocks;
}

/** Of another agent's block only the text is changed; whether at all, the permission has said. */
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
      `The block "${label}" is ${name}'s. Delete it there, or end the sharing.`,
    );
  }
  const isText =
    JSON.stringify({ ...contentOf({ ...before, permission }), text: write.text }) ===
    JSON.stringify(contentOf(write));
  if (!isText)
    throw new AppError("forbidden", `The block "${label}" is ${name}'s: only its text can be changed here.`);
}

/** The owner's permission stays as it is, whatever that of the share. */
async function ownContent(
  tx: TransactionSql,
  { agentId, name }: Thing,
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

type Real = { thing: Thing; before: Block | null; write: BlockContent | null };

/** One after the other, so that of many at once none is too many. */
async function assertRoom(tx: TransactionSql, agentId: string, real: readonly Real[]): Promise<void> {
  if (real.every(({ before, write }) => before && (write?.text.length ?? 0) <= before.text.length)) return;
  await lockName(tx, `${agentId} blocks`);
  const isEntry = real.some(
    ({ thing, before, write }) => blockKey(thing.name).isArchival && !before && write,
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
    // Not a parameter: the planner has to see that the index of blocks in the prompt will do.
    .where(and(eq(memoryBlocks.agentId, agentId), raw`${memoryBlocks.kind} <> 'archival'`));
  const context = (row?.context ?? []).map((text) => ({ text, isArchival: false }));
  const before = { ...totalsOf(context), archiveEntries: row?.archived ?? 0 };
  const after = { ...before };
  for (const { thing, before: was, write } of real) {
    const blocks = Number(write !== null) - Number(was !== null);
    if (blockKey(thing.name).isArchival) after.archiveEntries += blocks;
    else {
      after.contextBlocks += blocks;
      after.contextChars += (write?.text.length ?? 0) - (was?.text.length ?? 0);
    }
  }
  assertTotals(before, after);
}

/** Writes a version of a block and puts it live; null as content takes the block away. */
export async function putBlock(
  tx: TransactionSql,
  add: Add,
  { agentId, name }: Thing,
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
    words: distinctWords(`${label} ${description} ${text}`, MAX_WORDS),
  });
  return added;
}

/** Puts an earlier version back, where there is room for it. */
export const restoreBlock = (
  agentId: string,
  name: string,
  revision: NewRevision & { content: BlockContent | null },
): Promise<WholeRevision> => {
  const thing: Thing = { agentId, kind: KIND, name };
  return changing(thing, async (tx, add) => {
    const [before = null] = await readBlocks(agentId, [blockKey(name)], tx);
    await assertRoom(tx, agentId, [{ thing, before, write: revision.content }]);
    return putBlock(tx, add, thing, revision);
  });
};

/** Notes that the agent has read it. */
export const touchBlock = async (agentId: string, id: string): Promise<void> => {
  await db()
    .update(memoryBlocks)
    .set({ lastUsedAt: raw`now()` })
    .where(and(eq(memoryBlocks.agentId, agentId), eq(memoryBlocks.id, id)));
};

/** A pinned block stands before the others in the prompt; it is no part of a version. */
export async function pinBlock(agentId: string, key: BlockKey, isPinned: boolean): Promise<void> {
  await db()
    .update(memoryBlocks)
    .set({ pinnedAt: isPinned ? raw`coalesce(${memoryBlocks.pinnedAt}, now())` : null })
    .where(isBlock(agentId, key));
  publishChange({ agentId, kind: KIND, name: blockName(key) });
}

/** As the unique index has it. */
const isBlock = (agentId: string, { label, isArchival }: BlockKey) =>
  and(
    ...[eq(memoryBlocks.agentId, agentId), eq(memoryBlocks.label, label)],
    raw`(${memoryBlocks.kind} = 'archival') = ${isArchival}`,
  );
