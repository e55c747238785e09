import { z } from "zod";
import { blockStore } from "@/lib/data/memory/postgres";
import { blockQuery, blockView, createMemoryBlock, newBlock } from "@/lib/data/memory/user";
import { route, routes } from "@/lib/platform/http/route";
import { blockKey, nameOfBlock } from "@/lib/shared/memory/memory";
import { MAX_RESULTS } from "@/lib/shared/memory/memory-search";
import { readBlocks } from "@/lib/store/memory/block-list";

const query = blockQuery.extend({
  cursor: z.string().max(200).optional(),
  /** Comma-separated names, as in the history. Returns the existing blocks in this order. */
  names: z
    .string()
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(nameOfBlock).max(MAX_RESULTS))
    .optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, async ({ agentId, query: { names, ...query } }) => {
    if (names) {
      const blocks = await readBlocks(agentId, names.map(blockKey));
      return { blocks: blocks.flatMap((block) => (block ? blockView(block) : [])) };
    }
    const page = await blockStore.list(agentId, query);
    return { ...page, blocks: page.blocks.map(blockView) };
  }),
  POST: route({ agent: true, body: newBlock }, async ({ agentId, body }) => ({
    block: blockView(await createMemoryBlock(agentId, body)),
  })),
});
