import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { ORIGINS } from "@/lib/shared/jobs/kinds";
import { listAgents } from "@/lib/store/agents/agents";
import { listConversations } from "@/lib/store/search/conversation-list";
import { searchAgents, searchConversations } from "@/lib/store/search/search";

const query = z.object({
  q: z.string().trim().max(500).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  origin: z.enum(ORIGINS).optional(),
  projectId: z.uuid().optional(),
  /** Searches the conversations of all agents. Requires `q`. */
  agents: z.literal("all").optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use", query }, async ({ agentId, query: { q, agents, ...paging } }) => {
    if (!agents) return q ? searchConversations(agentId, q, paging) : listConversations(agentId, paging);
    if (!q) throw new AppError("invalid", "q: agents=all requires a search text in q.");
    return searchAgents(await listAgents(), q, paging);
  }),
});
