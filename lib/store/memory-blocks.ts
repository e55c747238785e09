import type { ISql, TransactionSql } from "postgres";
import { AppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import {
  type Block,
  type BlockContent,
  type BlockKey,
  type BlockKind,
  type BlockWrite,
  blockKey,
  blockName,
  contentOf,
} from "@/lib/shared/memory";
import { assertBlock, assertTotals, totalsOf } from "@/lib/shared/memory-limits";
import { distinctWords } from "@/lib/shared/words";
import { asJson, sql } from "./db";
import { originsOf } from "./origins";
import {
  type Add,
  type By,
  changing,
  changingSeveral,
  type NewRevision,
  publishChange,
  type Thing,
} from "./revisions";
import type { MemoryBlockRow } from "./rows";

export const KIND = "block" as const;

/** A page of blocks ends after so many, or after texts of so many bytes. */
const PAGE = 200;
const PAGE_BYTES = 1_000_000;
/** Characters of the words by which a block is found. */
const MAX_WORDS = 100_000;

type Row = Omit<MemoryBlockRow, "agentId"> & { isArchival: boolean; origins: string[] | null };

/** What a block `b` is called in the history. */
export const nameOfBlock = () =>
  sql()`case when b.kind = 'archival' then ${blockName({ label: "", isArchival: true })} else '' end || b.label`;

const columns = (agentId: string) => sql()`
  b.id, b.label, b.kind, b.kind = 'archival' as "isArchival", b.text, b.description, b.permission, b.char_limit as "charLimit", b.version,
  b.pinned_at as "pinnedAt", b.last_used_at as "lastUsedAt", b.created_at as "createdAt", b.updated_at as "updatedAt",
  (${originsOf(agentId, KIND, nameOfBlock())}) as origins`;

const toBlock = ({ origins, ...row }: Row): Block => ({
  ...row,
  origins: origins ?? [],
  pinnedAt: row.pinnedAt && iso(row.pinnedAt),
  lastUsedAt: row.lastUsedAt && iso(row.lastUsedAt),
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
});

const iso = (time: string) => new Date(time).toISOString();

/** In the order of the keys; null where there is none. */
export async function readBlocks(
  agentId: string,
  keys: readonly BlockKey[],
  on: ISql = sql(),
): Promise<(Block | null)[]> {
  const rows = await on<Row[]>`
    select ${columns(agentId)}
    from json_to_recordset(${asJson(keys)}::json) as k(label text, "isArchival" boolean)
      cross join lateral (
        select * from memory_blocks m
        where m.agent_id = ${agentId} and (m.kind = 'archival') = k."isArchival" and m.label = k.label limit 1
      ) b`;
  const found = new Map(rows.map((row) => [blockName(row), toBlock(row)]));
  return keys.map((key) => found.get(blockName(key)) ?? null);
}

/** Core and working blocks by label, then the archive by label. */
export async function listBlocks(
  agentId: string,
  { kind, cursor }: { kind?: BlockKind; cursor?: string } = {},
): Promise<{ blocks: Block[]; nextCursor?: string }> {
  const after = cursor === undefined ? null : blockKey(cursor);
  const rows = await sql()<(Row & { left: number })[]>`
    select ${columns(agentId)}, b.left from (
      select n.*, row_number() over way as nth, sum(octet_length(n.text)) over way as bytes, count(*) over ()::int as left
      from (
        select n.* from memory_blocks n
        where n.agent_id = ${agentId} ${kind === undefined ? sql()`` : sql()`and n.kind = ${kind}`}
          ${after === null ? sql()`` : sql()`and ((n.kind = 'archival'), n.label) > (${after.isArchival}::boolean, ${after.label}::text)`}
        order by (n.kind = 'archival'), n.label limit ${PAGE + 1}
      ) n window way as (order by (n.kind = 'archival'), n.label)
    ) b
    where b.nth = 1 or (b.nth <= ${PAGE} and b.bytes <= ${PAGE_BYTES}) order by (b.kind = 'archival'), b.label`;
  const blocks = rows.map(({ left: _, ...row }) => toBlock(row));
  const last = blocks.at(-1);
  const isMore = blocks.length < (rows[0]?.left ?? 0);
  return { blocks, ...(last && isMore && { nextCursor: blockName(last) }) };
}

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
  const things = keys.map((key): Thing => ({ agentId, kind: KIND, name: blockName(key) }));
  if (new Set(things.map((thing) => thing.name)).size < things.length)
    throw new Error("A block is changed twice at once");
  return changingSeveral(things, async (tx, addFor) => {
    const current = await readBlocks(agentId, keys, tx);
    const writes = change(current);
    const real = things.flatMap((thing, at) => {
      const [before, write] = [current[at] ?? null, writes[at]];
      if (write === undefined || isSame(before, write)) return [];
      if (write) assertBlock(blockKey(thing.name).label, write);
      return [{ thing, before, write }];
    });
    if (real.length === 0) return [...current];
    await assertRoom(tx, agentId, real);
    for (const { thing, write } of real)
      await putBlock(tx, addFor(thing), thing, { content: write && contentOf(write), ...by });
    return readBlocks(agentId, keys, tx);
  });
}

const isSame = (before: Block | null, write: BlockContent | null): boolean =>
  before === null || write === null
    ? before === write
    : JSON.stringify(contentOf(before)) === JSON.stringify(contentOf(write));

type Real = { thing: Thing; before: Block | null; write: BlockContent | null };

/** One after the other, so that of many at once none is too many. */
async function assertRoom(tx: TransactionSql, agentId: string, real: readonly Real[]): Promise<void> {
  if (real.every(({ before, write }) => before && (write?.text.length ?? 0) <= before.text.length)) return;
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${agentId} blocks`}, 0))`;
  const isEntry = real.some(
    ({ thing, before, write }) => blockKey(thing.name).isArchival && !before && write,
  );
  const [row] = await tx<{ context: string[] | null; archived: number }[]>`
    select (select json_agg(text) from memory_blocks where agent_id = ${agentId} and kind <> 'archival') as context,
      case when ${isEntry} then (
        select count(*) from memory_blocks where agent_id = ${agentId} and kind = 'archival')::int else 0 end as archived`;
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
    await tx`
      delete from memory_blocks where agent_id = ${agentId} and (kind = 'archival') = ${isArchival} and label = ${label}`;
    return added;
  }
  const { kind, text, description, permission, charLimit } = content;
  if ((kind === "archival") !== isArchival)
    throw new AppError("invalid", `"${name}" is not the name of a ${kind} block.`);
  await tx`
    insert into memory_blocks (agent_id, label, kind, text, words, description, permission, char_limit, version)
    values (${agentId}, ${label}, ${kind}, ${text}, ${distinctWords(`${label} ${description} ${text}`, MAX_WORDS)},
      ${description}, ${permission}, ${charLimit}, ${added.version})
    on conflict (agent_id, (kind = 'archival'), label) do update set kind = excluded.kind, text = excluded.text, words = excluded.words,
      description = excluded.description, permission = excluded.permission, char_limit = excluded.char_limit,
      version = excluded.version, updated_at = now()`;
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
  await sql()`update memory_blocks set last_used_at = now() where agent_id = ${agentId} and id = ${id}`;
};

/** A pinned block stands before the others in the prompt; it is no part of a version. */
export async function pinBlock(agentId: string, key: BlockKey, isPinned: boolean): Promise<void> {
  const { label, isArchival } = key;
  await sql()`
    update memory_blocks set pinned_at = case when ${isPinned} then coalesce(pinned_at, now()) end
    where agent_id = ${agentId} and (kind = 'archival') = ${isArchival} and label = ${label}`;
  publishChange({ agentId, kind: KIND, name: blockName(key) });
}
