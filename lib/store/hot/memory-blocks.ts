import type { ISql, TransactionSql } from "postgres";
import { type BlockKey, type BlockKind, blockName, type Sharer } from "@/lib/shared/memory/memory";
import { asJson, sql } from "@/lib/store/db";
import { originsOf } from "@/lib/store/origins";
import type { MemoryBlockRow } from "@/lib/store/rows";
import type { Sql } from "@/lib/store/sql-fragments";

export type Row = Omit<MemoryBlockRow, "agentId" | "words"> & {
  isArchival: boolean;
  origins: string[] | null;
};

/** SQL for the name of a block `b` in the history. */
export const nameOfBlock = () =>
  sql()`case when b.kind = 'archival' then ${blockName({ label: "", isArchival: true })} else '' end || b.label`;

const columns = (agentId: string | Sql) => sql()`
  b.id, b.label, b.kind, b.kind = 'archival' as "isArchival", b.text, b.description, b.permission, b.char_limit as "charLimit", b.version,
  b.pinned_at as "pinnedAt", b.last_used_at as "lastUsedAt", b.created_at as "createdAt", b.updated_at as "updatedAt",
  (${originsOf(agentId, "block", nameOfBlock())}) as origins`;

/**
 * Finds an agent's own blocks by key. Raw SQL: the limit in the lateral join makes the planner look up each
 * key.
 */
export const findBlocks = (on: ISql, agentId: string, keys: readonly BlockKey[]) => on<Row[]>`
  select ${columns(agentId)}
  from json_to_recordset(${asJson(keys)}::json) as k(label text, "isArchival" boolean)
    cross join lateral (
      select * from memory_blocks m
      where m.agent_id = ${agentId} and (m.kind = 'archival') = k."isArchival" and m.label = k.label limit 1
    ) b`;

/**
 * Returns a page of at most `limits.blocks` blocks and `limits.bytes` bytes of text: core and working blocks by
 * label, then archival ones. `left` is the number of blocks left, at most one more than the page size. Raw
 * SQL: sums with windows.
 */
export const pageOfBlocks = (
  agentId: string,
  { kind, after }: { kind: BlockKind | undefined; after: BlockKey | null },
  limits: { blocks: number; bytes: number },
) => sql()<(Row & { left: number })[]>`
  select ${columns(agentId)}, b.left from (
    select n.*, row_number() over way as nth, sum(octet_length(n.text)) over way as bytes, count(*) over ()::int as left
    from (
      select n.* from memory_blocks n
      where n.agent_id = ${agentId} ${kind === undefined ? sql()`` : sql()`and n.kind = ${kind}`}
        ${after === null ? sql()`` : sql()`and ((n.kind = 'archival'), n.label) > (${after.isArchival}::boolean, ${after.label}::text)`}
      order by (n.kind = 'archival'), n.label limit ${limits.blocks + 1}
    ) n window way as (order by (n.kind = 'archival'), n.label)
  ) b
  where b.nth = 1 or (b.nth <= ${limits.blocks} and b.bytes <= ${limits.bytes}) order by (b.kind = 'archival'), b.label`;

/**
 * Finds blocks that other agents share with an agent, as `readShared` returns them. Raw SQL: shares the
 * columns.
 */
export const sharedBlocks = (on: ISql, agentId: string) =>
  on<(Row & { sharedBy: Sharer; own: MemoryBlockRow["permission"] })[]>`
    select distinct on (b.label) ${columns(sql()`b.agent_id`)}, s.permission as own,
      json_build_object('agent', o.id, 'name', o.name) as "sharedBy"
    from memory_block_shares s join memory_blocks b on b.id = s.block_id join agents o on o.id = b.agent_id
    where s.agent_id = ${agentId} and b.kind <> 'archival' and o.deleted_at is null
      and not exists (
        select from memory_blocks m where m.agent_id = ${agentId} and m.kind <> 'archival' and m.label = b.label)
    order by b.label, s.created_at`;

/**
 * Checks whether a block can be shared: whether it exists (`isThere`), whether the other agent has that label
 * (`isTaken`), and the number of blocks in its prompt. Raw SQL: selects without FROM.
 */
export const spaceForShare = (
  tx: TransactionSql,
  agentId: string,
  { id, label }: { id: string; label: string },
  other: string,
) => tx<{ isTaken: boolean; blocks: number; isThere: boolean }[]>`
  select
    exists (select from memory_blocks where agent_id = ${other} and kind <> 'archival' and label = ${label}) or exists (
      select from memory_block_shares s join memory_blocks b on b.id = s.block_id
      where s.agent_id = ${other} and b.label = ${label} and b.id <> ${id}) as "isTaken",
    (select count(*) from memory_blocks where agent_id = ${other} and kind <> 'archival')::int
      + (select count(*) from memory_block_shares where agent_id = ${other} and block_id <> ${id})::int as blocks,
    exists (select from memory_blocks where id = ${id} and agent_id = ${agentId}) as "isThere"`;

type Written = Pick<
  MemoryBlockRow,
  ("agentId" | "label" | "kind" | "text" | "words" | "description" | "permission" | "charLimit") | "version"
>;

/** Inserts or updates a block. Raw SQL: the conflict target is an expression. */
export const writeBlock = (tx: TransactionSql, block: Written) => tx`
  insert into memory_blocks (agent_id, label, kind, text, words, description, permission, char_limit, version)
  values (${block.agentId}, ${block.label}, ${block.kind}, ${block.text}, ${block.words},
    ${block.description}, ${block.permission}, ${block.charLimit}, ${block.version})
  on conflict (agent_id, (kind = 'archival'), label) do update set kind = excluded.kind, text = excluded.text, words = excluded.words,
    description = excluded.description, permission = excluded.permission, char_limit = excluded.char_limit,
    version = excluded.version, updated_at = now()`;
