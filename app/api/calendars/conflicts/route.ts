import { conflictChoice, listConflicts, resolveConflict } from "@/lib/data/calendars/conflicts";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ conflicts: await listConflicts(agentId) })),
  POST: route({ agent: true, body: conflictChoice }, ({ agentId, body }) => resolveConflict(agentId, body)),
});
