import { z } from "zod";
import { readCronJob } from "@/lib/data/schedule/jobs";
import { paging } from "@/lib/platform/http/paging";
import { route, routes } from "@/lib/platform/http/route";
import { listRuns } from "@/lib/store/agents/job-runs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, params: z.object({ id: z.uuid() }), query: paging },
    async ({ agentId, params: { id }, query }) => {
      await readCronJob(agentId, id);
      return listRuns(agentId, id, query);
    },
  ),
});
