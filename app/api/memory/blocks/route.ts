import { z } from "zod";
import { blockStore } from "@/lib/data/memory/postgres";
import { blockQuery, blockView, createMemoryBlock, newBlock } from "@/lib/data/memory/user";
import { route, routes } from "@/lib/platform/http/route";

const query = blockQuery.extend({ cursor: z.string().max(200).optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, async ({ agentId, query }) => {
    const page = await blockStore.list(agentId, query);
    return { ...page, blocks: page.blocks.map(blockView) };
  }),
  POST: route({ agent: true, body: newBlock }, async ({ agentId, body }) => ({
    block: blockView(await createMemoryBlock(agentId, body)),
  })),
});
