import { route, routes } from "@/lib/http/route";
import { sharedQuery } from "@/lib/shared/components/call";
import { queryFromSheets } from "@/lib/sheets/shared-query";

/** A query that the components of several sheets follow: read once, for those that may. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, body: sharedQuery, limits: { depth: 50, values: 100_000, anyText: true } },
    ({ agentId, body, request }) => queryFromSheets(agentId, body, request.signal),
  ),
});
