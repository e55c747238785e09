import { paging } from "@/lib/http/paging";
import { route, routes } from "@/lib/http/route";
import { layer, newFact } from "@/lib/shared/facts";
import { listFacts } from "@/lib/store/fact-list";
import { storeFact } from "@/lib/store/memories";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, query: paging.extend({ layer: layer.optional() }) },
    async ({ agentId, query }) => {
      const { facts, nextCursor } = await listFacts(agentId, query);
      return { memories: facts, ...(nextCursor && { nextCursor }) };
    },
  ),
  POST: route({ agent: true, body: newFact }, async ({ agentId, body }) => ({
    memory: await storeFact(agentId, body, { author: "person", cause: null }),
  })),
});
