import { listBlocks, readBlocks } from "@/lib/store/memory/block-list";
import { persistBlocks } from "@/lib/store/memory/memory-blocks";
import type { MemoryStore } from "./store";
import { blockWriters } from "./writes";

type Blocks = Pick<MemoryStore, "create" | "get" | "list" | "update" | "append" | "persist">;

export const blockStore: Blocks = {
  persist: persistBlocks,
  ...blockWriters({ persist: persistBlocks }),
  get: async (agentId, key) => (await readBlocks(agentId, [key]))[0] ?? null,
  list: listBlocks,
};
