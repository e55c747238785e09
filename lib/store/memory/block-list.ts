import type { ISql } from "postgres";
import { type Block, type BlockKey, type BlockKind, blockKey, blockName } from "@/lib/shared/memory/memory";
import { asJson, sql } from "@/lib/store/db";
import { columns, type Row, toBlock } from "./block-rows";
import { readShared } from "./block-shares";

/** A page of blocks ends after so many, or after texts of so many bytes. */
const PAGE = 200;
const PAGE_BYTES = 1_000_000;
/** In the order of the keys, those that others share among them; null where there is none. */
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
  const others = keys.filter((key) => !key.isArchival && !found.has(blockName(key)));
  if (others.length > 0) {
    const shared = await readShared(agentId, on);
    for (const { label } of others) {
      const block = shared.find((one) => one.label === label);
      if (block) found.set(blockName(block), block);
    }
  }
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
  const own = rows.map(({ left: _, ...row }) => toBlock(row));
  const shared = after || kind === "archival" ? [] : await readShared(agentId);
  const wanted = shared.filter((one) => kind === undefined || one.kind === kind);
  const last = own.at(-1);
  const isMore = own.length < (rows[0]?.left ?? 0);
  const inPrompt = [...own.filter((one) => !one.isArchival), ...wanted];
  const blocks = [
    ...inPrompt.toSorted((a, b) => (a.label < b.label ? -1 : 1)),
    ...own.filter((one) => one.isArchival),
  ];
  return { blocks, ...(last && isMore && { nextCursor: blockName(last) }) };
}
