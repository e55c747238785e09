import { tidy } from "@/lib/agent/loop/tidy";
import { changeConsolidation, viewConsolidation } from "@/lib/data/memory/consolidations";
import { route, routes } from "@/lib/platform/http/route";
import { consolidationChange } from "@/lib/shared/memory/consolidation";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ agentId }) => viewConsolidation(agentId)),
  PUT: route({ agent: true, body: consolidationChange }, async ({ agentId, body }) => {
    await changeConsolidation(agentId, body);
    return viewConsolidation(agentId);
  }),
  POST: route({ agent: true }, async ({ agentId }) => {
    await tidy(agentId);
    return viewConsolidation(agentId);
  }),
});
