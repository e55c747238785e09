import { PULSE_ID } from "@/lib/data/schedule/pulse-settings";
import { paging } from "@/lib/platform/http/paging";
import { route, routes } from "@/lib/platform/http/route";
import { listRuns } from "@/lib/store/agents/job-runs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query: paging }, ({ agentId, query }) => listRuns(agentId, PULSE_ID, query)),
});
