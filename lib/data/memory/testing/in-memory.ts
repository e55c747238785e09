import { randomUUID } from "node:crypto";
import { type Block, type BlockKey, type BlockWrite, blockName, contentOf } from "@/lib/shared/memory/memory";
import { assertBlock, assertTotals, totalsOf } from "@/lib/shared/memory/memory-limits";
import type { By } from "@/lib/store/revisions";
import type { MemoryStore } from "../store";
import { blockWriters } from "../writes";

type Blocks = Pick<MemoryStore, "create" | "get" | "list" | "update" | "append" | "persist">;

export function inMemoryBlocks(): Blocks {
  /**
   * By agent, then by block. `live` is null for a deleted block, because its version numbers continue if it
   * is created again.
   */
  const agents = new Map<string, Map<string, { live: Block | null; version: number }>>();
  const of = (agentId: string) => {
    const there = agents.get(agentId) ?? new Map<string, { live: Block | null; version: number }>();
    agents.set(agentId, there);
    return there;
  };
  const live = (agentId: string) => [...of(agentId).values()].flatMap((entry) => entry.live ?? []);

  const persist: MemoryStore["persist"] = async (agentId, keys, change, by) => {
    const blocks = of(agentId);
    const current = keys.map((key) => blocks.get(blockName(key))?.live ?? null);
    const writes = change(structuredClone(current));
    const before = totalsOf(live(agentId));
    const after = keys.map((key, at) => written(key, current[at] ?? null, writes[at], by));
    const updated = new Map(blocks);
    for (const [at, key] of keys.entries()) {
      const [now, next] = [current[at] ?? null, after[at] ?? null];
      if (next === now) continue;
      const version = (blocks.get(blockName(key))?.version ?? 0) + 1;
      const stored = next && { ...next, version };
      after[at] = stored;
      updated.set(blockName(key), { live: stored, version });
    }
    assertTotals(before, totalsOf([...updated.values()].flatMap((entry) => entry.live ?? [])));
    agents.set(agentId, updated);
    return structuredClone(after);
  };

  return {
    persist,
    ...blockWriters({ persist }),
    get: async (agentId, key) => structuredClone(of(agentId).get(blockName(key))?.live ?? null),
    async list(agentId, { kind } = {}) {
      const blocks = live(agentId).filter((block) => kind === undefined || block.kind === kind);
      return { blocks: structuredClone(blocks.sort(inOrder)) };
    },
  };
}

function written(key: BlockKey, now: Block | null, write: BlockWrite, { origins = [] }: By): Block | null {
  if (write === undefined) return now;
  if (write === null) return null;
  if (now && JSON.stringify(contentOf(now)) === JSON.stringify(contentOf(write))) return now;
  assertBlock(key.label, write);
  const time = new Date().toISOString();
  const made = { id: randomUUID(), pinnedAt: null, lastUsedAt: null, createdAt: time };
  const marks = [...new Set([...origins, ...(now?.origins ?? [])])];
  return { ...made, ...now, ...key, ...contentOf(write), origins: marks, version: 0, updatedAt: time };
}

const inOrder = (a: Block, b: Block): number =>
  Number(a.isArchival) - Number(b.isArchival) || (a.label < b.label ? -1 : 1);
