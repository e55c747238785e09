import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { KINDS } from "@/lib/shared/kinds";
import { listItems } from "@/lib/store/conversations/summaries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query: z.object({ kind: z.enum(KINDS) }) }, async ({ agentId, query }) => ({
    items: await listItems(agentId, query.kind),
  })),
});
