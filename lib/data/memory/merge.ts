import { z } from "zod";
import type { FactMerge } from "@/lib/shared/memory/facts";
import { type Block, type BlockKey, blockLabel, contentOf } from "@/lib/shared/memory/memory";
import { KIND, readFact, type StoredFact } from "@/lib/store/memory/fact-list";
import { assertFree, contentOf as factOf, putFact, readLive, sourceOf } from "@/lib/store/memory/memories";
import { changingSeveral } from "@/lib/store/revisions";
import { blockStore } from "./postgres";
import { joinLines, noBlock, stale } from "./writes";

const side = z.strictObject({
  label: blockLabel,
  isArchival: z.boolean(),
  /** The version that the user saw. The merge is a conflict if the current version differs. */
  version: z.int().min(1).max(1_000_000_000),
});

export const blockMerge = z
  .strictObject({ from: side, into: side })
  .refine(({ from, into }) => from.label !== into.label || from.isArchival !== into.isArchival, {
    path: ["into"],
    message: "A block cannot be merged into itself",
  });

type Side = BlockKey & { version: number };

/**
 * Merges two blocks atomically, as the user: appends the text of one to the other and deletes the first. The
 * remaining block has the origins of both.
 */
export async function mergeMemoryBlocks(
  agentId: string,
  { from, into }: { from: Side; into: Side },
): Promise<Block> {
  let origins: string[] = [];
  const by = {
    ...{ author: "person" as const, cause: null },
    get origins() {
      return origins;
    },
  };
  const [, merged] = await blockStore.persist(
    agentId,
    [from, into],
    (current) => {
      const [source, target] = [seen(from, current[0]), seen(into, current[1])];
      origins = source.origins;
      return [null, { ...contentOf(target), text: joinLines(target.text, source.text) }];
    },
    by,
  );
  if (!merged) throw new Error("A merged block was not stored");
  return merged;
}

function seen(side: Side, block: Block | null | undefined): Block {
  if (!block) throw noBlock(side);
  if (block.version !== side.version) throw stale(block);
  return block;
}

/** Merges two facts atomically. The remaining fact has the origins of both. */
export async function mergeMemoryFacts(
  agentId: string,
  { from, into, content }: FactMerge,
): Promise<StoredFact> {
  const by = { author: "person", cause: null } as const;
  const [source, target] = [from, into].map(({ id }) => ({ agentId, kind: KIND, name: id }));
  if (!source || !target) throw new Error("A merge has two sides");
  await changingSeveral([source, target], async (tx, addFor) => {
    const gone = await readLive(tx, agentId, from.id, from.version);
    const survivor = await readLive(tx, agentId, into.id, into.version);
    await putFact(tx, addFor(source), agentId, from.id, { content: null, ...by });
    const whole = { ...factOf({ ...survivor, source: sourceOf(survivor) }), content };
    await assertFree(tx, agentId, into.id, whole);
    await putFact(tx, addFor(target), agentId, into.id, { content: whole, ...by, origins: gone.origins });
  });
  return readFact(agentId, into.id);
}
