import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { entries } from "@/lib/store/agents/state";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", query: z.object({ prefix: z.string().max(512).optional() }) },
    async ({ agentId, query }) => ({
      entries: await entries(agentId, query.prefix),
    }),
  ),
});
