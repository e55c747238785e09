import { z } from "zod";
import { viewSubagents } from "@/lib/agent/calls/view-subagents";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    {
      agent: true,
      right: "use",
      conversation: ({ params }) => params.id,
      readable: true,
      params: z.object({ id: uuid }),
    },
    async ({ agentId, params: { id } }) => ({
      helpers: await viewSubagents({ agentId, conversationId: id }),
    }),
  ),
});
