import { z } from "zod";
import { isAvailable } from "@/lib/embedding/embed";
import { route, routes } from "@/lib/http/route";
import { searchMemory } from "@/lib/memory/search/search";
import { MAX_QUERY, MAX_RESULTS, SEARCH_DOMAINS } from "@/lib/shared/memory-search";
import { countSearchQueue } from "@/lib/store/search-index";

const MAX_WAITING = 10_000;

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional();
const query = z.object({
  q: z.string().trim().min(1).max(MAX_QUERY),
  domain: z.enum(SEARCH_DOMAINS).default("all"),
  limit: z.coerce.number().int().min(1).max(MAX_RESULTS).default(10),
  from: time,
  to: time,
  role: z.enum(["user", "assistant"]).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, async ({ agentId, query: { q, ...options } }) => {
    const [{ results }, waiting] = await Promise.all([
      searchMemory(agentId, q, { ...options, allBlocks: true }),
      countSearchQueue(agentId, MAX_WAITING),
    ]);
    return { results, waiting: isAvailable() ? waiting : null };
  }),
});
