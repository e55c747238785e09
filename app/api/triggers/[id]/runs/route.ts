import { z } from "zod";
import { readTrigger } from "@/lib/data/schedule/triggers";
import { paging } from "@/lib/platform/http/paging";
import { route, routes } from "@/lib/platform/http/route";
import { listRuns } from "@/lib/store/agents/job-runs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, params: z.object({ id: z.uuid() }), query: paging },
    async ({ agentId, params: { id }, query }) => {
      await readTrigger(agentId, id);
      return listRuns(agentId, id, query);
    },
  ),
});
