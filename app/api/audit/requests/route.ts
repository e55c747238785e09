import { requestsQuery } from "@/lib/agent/activity/queries";
import { route, routes } from "@/lib/platform/http/route";
import { listRequests } from "@/lib/store/activity/audit-requests";

/** What went to the network or was kept from it, newest first; also what no call has asked for. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query: requestsQuery }, ({ agentId, query: { cursor, limit, ...filter } }) =>
    listRequests(agentId, filter, { cursor, limit }),
  ),
});
