import { blockMerge, mergeMemoryBlocks } from "@/lib/data/memory/merge";
import { blockView } from "@/lib/data/memory/user";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: blockMerge }, async ({ agentId, body }) => ({
    block: blockView(await mergeMemoryBlocks(agentId, body)),
  })),
});
