import { auditCalls } from "@/lib/audit/calls";
import { callsQuery } from "@/lib/audit/queries";
import { route, routes } from "@/lib/http/route";

/** Every call of a tool, newest first, with what went to the network for it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query: callsQuery }, ({ agentId, query: { cursor, limit, ...filter } }) =>
    auditCalls(agentId, filter, { cursor, limit }),
  ),
});
