import { z } from "zod";
import { embedderOf } from "@/lib/data/memory/embedder";
import { searchMemory } from "@/lib/data/memory/search/search";
import { route, routes } from "@/lib/platform/http/route";
import { MAX_QUERY, MAX_RESULTS, MAX_WAIT_MS, SEARCH_DOMAINS } from "@/lib/shared/memory/memory-search";
import { countSearchQueue } from "@/lib/store/search/search-index";

const MAX_WAITING = 10_000;

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional();
const query = z.object({
  q: z.string().trim().min(1).max(MAX_QUERY),
  domain: z.enum(SEARCH_DOMAINS).default("all"),
  limit: z.coerce.number().int().min(1).max(MAX_RESULTS).default(10),
  from: time,
  to: time,
  wait: z.coerce.number().int().min(0).max(MAX_WAIT_MS).default(MAX_WAIT_MS),
  /** The last word may be incomplete. */
  partial: z.stringbool().default(false),
  role: z.enum(["user", "assistant"]).optional(),
  /** Only results of this project. */
  projectId: z.uuid().optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, async ({ agentId, query: { q, wait, partial, ...options } }) => {
    const asked = { ...options, waitMs: wait, isPartial: partial, allBlocks: true };
    const { model, isAvailable } = await embedderOf(agentId);
    const [{ results, byMeaning }, waiting] = await Promise.all([
      searchMemory(agentId, q, asked),
      countSearchQueue(agentId, model, MAX_WAITING),
    ]);
    return { results, by_meaning: byMeaning, waiting: isAvailable() ? waiting : null };
  }),
});
