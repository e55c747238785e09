import { z } from "zod";
import { linkAgentChannel, unlinkAgentChannel } from "@/lib/doors/channels/manage";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ id: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PUT: route(
    { agent: true, role: "admin", right: "own", params, body: z.unknown(), fromPage: true },
    ({ agentId, params: { id }, body }) => linkAgentChannel(agentId, id, body),
  ),
  DELETE: route({ agent: true, role: "admin", right: "own", params }, ({ agentId, params: { id } }) =>
    unlinkAgentChannel(agentId, id),
  ),
});
