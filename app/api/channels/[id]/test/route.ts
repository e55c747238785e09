import { z } from "zod";
import { testAgentChannel } from "@/lib/doors/channels/manage";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, role: "admin", right: "own", params: z.object({ id: z.string() }) },
    ({ agentId, params: { id } }) => testAgentChannel(agentId, id),
  ),
});
