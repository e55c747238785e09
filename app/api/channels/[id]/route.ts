import { z } from "zod";
import { linkAgentChannel, unlinkAgentChannel } from "@/lib/doors/channels/manage";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ id: z.string() });

/** Links an account by its credentials, which are never returned, or unlinks it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PUT: route({ agent: true, params, body: z.unknown() }, ({ agentId, params: { id }, body }) =>
    linkAgentChannel(agentId, id, body),
  ),
  DELETE: route({ agent: true, params }, ({ agentId, params: { id } }) => unlinkAgentChannel(agentId, id)),
});
