import { z } from "zod";
import { blockMove, blockView, moveMemoryBlock } from "@/lib/data/memory/user";
import { route, routes } from "@/lib/platform/http/route";
import { blockLabel } from "@/lib/shared/memory/memory";

const params = z.object({ label: blockLabel });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params, body: blockMove }, async ({ agentId, params: { label }, body }) => ({
    block: blockView(await moveMemoryBlock(agentId, label, body)),
  })),
});
