import { z } from "zod";
import { compactNow } from "@/lib/agent/loop/run";
import { route, routes } from "@/lib/platform/http/route";
import { chunkEvents } from "@/lib/platform/http/sse";
import { uuid } from "@/lib/shared/ids";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      right: "use",
      scope: "chat",
      conversation: ({ params }) => params.id,
      params: z.object({ id: uuid }),
    },
    async ({ agentId, params: { id } }) =>
      chunkEvents((await compactNow({ agentId, conversationId: id })).batches),
  ),
});
