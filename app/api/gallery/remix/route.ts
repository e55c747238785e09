import { remix } from "@/lib/agent/gallery/remix";
import { route, routes } from "@/lib/platform/http/route";
import { remixRequest } from "@/lib/shared/gallery/requests";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** Copies an item of any agent that the member may use to the agent of the request. */
  POST: route({ agent: true, body: remixRequest }, ({ agentId, member, body }) =>
    remix({ ...body, member, to: agentId }),
  ),
});
