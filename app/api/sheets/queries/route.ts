import { queryFromSurfaces } from "@/lib/agent/surfaces/shared-query";
import { route, routes } from "@/lib/platform/http/route";
import { sharedQuery } from "@/lib/shared/components/call";

/** SQLite text may contain characters that Postgres rejects. */
const large = { maxBytes: 2_000_000, limits: { depth: 50, values: 100_000, anyText: true } };

/**
 * Runs a query once for the components of several surfaces that follow it. Only components with access get the rows.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, right: "use", scope: "none", body: sharedQuery, ...large },
    ({ agentId, body, request }) => queryFromSurfaces(agentId, body, request.signal),
  ),
});
