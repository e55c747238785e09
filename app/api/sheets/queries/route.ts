import { queryFromSheets } from "@/lib/agent/sheets/shared-query";
import { route, routes } from "@/lib/platform/http/route";
import { sharedQuery } from "@/lib/shared/components/call";

/** Its texts may be SQLite's, which hold what Postgres cannot. */
const large = { maxBytes: 2_000_000, limits: { depth: 50, values: 100_000, anyText: true } };

/** A query that the components of several sheets follow: read once, for those that may. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: sharedQuery, ...large }, ({ agentId, body, request }) =>
    queryFromSheets(agentId, body, request.signal),
  ),
});
