import { requestsQuery } from "@/lib/agent/activity/queries";
import { route, routes } from "@/lib/platform/http/route";
import { listRequests } from "@/lib/store/activity/audit-requests";

/** Network requests, newest first, including refused requests and those without a tool call. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "own", query: requestsQuery },
    ({ agentId, query: { cursor, limit, ...filter } }) => listRequests(agentId, filter, { cursor, limit }),
  ),
});
