import { z } from "zod";
import { follow } from "@/lib/agent/loop/run";
import { route, routes } from "@/lib/platform/http/route";
import { chunkEvents } from "@/lib/platform/http/sse";
import { uuid } from "@/lib/shared/ids";
import { requireConversation } from "@/lib/store/loop/conversations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    {
      agent: true,
      right: "use",
      scope: "chat",
      conversation: ({ params }) => params.id,
      readable: true,
      params: z.object({ id: uuid }),
    },
    async ({ agentId, params: { id } }) => {
      await requireConversation(agentId, id);
      const running = await follow(id);
      return running ? chunkEvents(running.batches) : undefined;
    },
  ),
});
