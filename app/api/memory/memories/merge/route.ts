import { route, routes } from "@/lib/http/route";
import { factView } from "@/lib/memory/fact-views";
import { mergeFacts } from "@/lib/memory/merge";
import { factMerge } from "@/lib/shared/facts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: factMerge }, async ({ agentId, body }) => ({
    memory: await factView(agentId, await mergeFacts(agentId, body)),
  })),
});
