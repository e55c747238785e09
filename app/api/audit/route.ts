import { auditCalls } from "@/lib/agent/activity/calls";
import { callsQuery } from "@/lib/agent/activity/queries";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "own", query: callsQuery },
    ({ agentId, query: { cursor, limit, ...filter } }) => auditCalls(agentId, filter, { cursor, limit }),
  ),
});
