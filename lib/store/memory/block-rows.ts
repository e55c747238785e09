import { type Block, blockName } from "@/lib/shared/memory/memory";
import { sql } from "@/lib/store/db";
import type { Sql } from "@/lib/store/given";
import { originsOf } from "@/lib/store/origins";
import type { MemoryBlockRow } from "@/lib/store/rows";

export const KIND = "block" as const;

export type Row = Omit<MemoryBlockRow, "agentId"> & { isArchival: boolean; origins: string[] | null };

/** What a block `b` is called in the history. */
export const nameOfBlock = () =>
  sql()`case when b.kind = 'archival' then ${blockName({ label: "", isArchival: true })} else '' end || b.label`;

export const columns = (agentId: string | Sql) => sql()`
  b.id, b.label, b.kind, b.kind = 'archival' as "isArchival", b.text, b.description, b.permission, b.char_limit as "charLimit", b.version,
  b.pinned_at as "pinnedAt", b.last_used_at as "lastUsedAt", b.created_at as "createdAt", b.updated_at as "updatedAt",
  (${originsOf(agentId, KIND, nameOfBlock())}) as origins`;

export const toBlock = ({ origins, ...row }: Row): Block => ({
  ...row,
  origins: origins ?? [],
  pinnedAt: row.pinnedAt && iso(row.pinnedAt),
  lastUsedAt: row.lastUsedAt && iso(row.lastUsedAt),
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
});

const iso = (time: string) => new Date(time).toISOString();
