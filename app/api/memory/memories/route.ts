import { z } from "zod";
import { noteContradictions } from "@/lib/data/memory/contradictions";
import { factViews, readFactView } from "@/lib/data/memory/fact-views";
import { catchUp } from "@/lib/data/memory/indexing";
import { paging } from "@/lib/platform/http/paging";
import { route, routes } from "@/lib/platform/http/route";
import { layer, newFact } from "@/lib/shared/memory/facts";
import { MAX_RESULTS } from "@/lib/shared/memory/memory-search";
import { listFacts, readFacts } from "@/lib/store/memory/fact-list";
import { storeFact } from "@/lib/store/memory/memories";

const query = paging.extend({
  layer: layer.optional(),
  pinned: z.stringbool().optional(),
  /** Comma-separated ids. Returns the existing facts in this order. */
  ids: z
    .string()
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(z.uuid()).max(MAX_RESULTS))
    .optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, async ({ agentId, query: { ids, pinned: isPinned, ...query } }) => {
    const { facts, ...next } = ids
      ? { facts: await readFacts(agentId, ids) }
      : await listFacts(agentId, { ...query, isPinned });
    return { memories: await factViews(agentId, facts), ...next };
  }),
  POST: route({ agent: true, body: newFact }, async ({ agentId, body }) => {
    const fact = await storeFact(agentId, body, { author: "person", cause: null });
    // Start the embedding at once, because the next message may be about the fact. The response does not wait for it.
    void catchUp(0);
    const others = await noteContradictions(agentId, fact);
    return {
      memory: await readFactView(agentId, fact),
      ...(others.length > 0 && { mayContradict: others.map(({ id, content }) => ({ id, content })) }),
    };
  }),
});
