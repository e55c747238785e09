import { z } from "zod";
import { route, routes } from "@/lib/http/route";
import { ORIGINS } from "@/lib/shared/jobs/kinds";
import { listConversations } from "@/lib/store/conversation-list";
import { searchConversations } from "@/lib/store/search";

const query = z.object({
  q: z.string().trim().max(500).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  /** Only those whose turns it begins. */
  origin: z.enum(ORIGINS).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, ({ agentId, query: { q, ...paging } }) =>
    q ? searchConversations(agentId, q, paging) : listConversations(agentId, paging),
  ),
});
