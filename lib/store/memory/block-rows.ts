import type { Block } from "@/lib/shared/memory/memory";
import type { Row } from "@/lib/store/hot/memory-blocks";

export const KIND = "block" as const;

export const toBlock = ({ origins, ...row }: Row): Block => ({
  ...row,
  origins: origins ?? [],
  pinnedAt: row.pinnedAt && iso(row.pinnedAt),
  lastUsedAt: row.lastUsedAt && iso(row.lastUsedAt),
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
});

const iso = (time: string) => new Date(time).toISOString();
