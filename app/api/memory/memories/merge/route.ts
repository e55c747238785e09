import { readFactView } from "@/lib/data/memory/fact-views";
import { mergeMemoryFacts } from "@/lib/data/memory/merge";
import { route, routes } from "@/lib/platform/http/route";
import { factMerge } from "@/lib/shared/memory/facts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: factMerge }, async ({ agentId, body }) => ({
    memory: await readFactView(agentId, await mergeMemoryFacts(agentId, body)),
  })),
});
