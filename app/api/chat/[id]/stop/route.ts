import { z } from "zod";
import { stop } from "@/lib/agent/loop/stop";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { requireConversation } from "@/lib/store/loop/conversations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "chat",
      conversation: ({ params }) => params.id,
      params: z.object({ id: uuid }),
    },
    async ({ agentId, params: { id } }) => {
      await requireConversation(agentId, id);
      const run = await stop(agentId, id);
      return { run: run && { id: run.id, status: run.status } };
    },
  ),
});
