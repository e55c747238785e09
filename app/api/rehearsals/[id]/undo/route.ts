import { z } from "zod";
import { undoAccepted } from "@/lib/agent/rehearsals/accept";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, right: "own", params: z.object({ id: z.uuid() }) },
    async ({ agentId, params: { id } }) => {
      await undoAccepted(agentId, id);
      return {};
    },
  ),
});
