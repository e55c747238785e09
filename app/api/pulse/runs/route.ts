import { paging } from "@/lib/platform/http/paging";
import { route, routes } from "@/lib/platform/http/route";
import { PULSE_ID } from "@/lib/shared/jobs/kinds";
import { listRuns } from "@/lib/store/agents/job-runs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query: paging }, ({ agentId, query }) => listRuns(agentId, PULSE_ID, query)),
});
