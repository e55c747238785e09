import type { Block } from "@/lib/shared/memory/memory";
import { toIso } from "@/lib/store/db";
import type { Row } from "@/lib/store/hot/memory-blocks";

export const KIND = "block" as const;

export const toBlock = ({ origins, ...row }: Row): Block => ({
  ...row,
  origins: origins ?? [],
  pinnedAt: toIso(row.pinnedAt),
  lastUsedAt: toIso(row.lastUsedAt),
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
});
