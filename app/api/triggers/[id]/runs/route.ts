import { z } from "zod";
import { paging } from "@/lib/http/paging";
import { route, routes } from "@/lib/http/route";
import { readTrigger } from "@/lib/schedule/triggers";
import { listRuns } from "@/lib/store/job-runs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, params: z.object({ id: z.uuid() }), query: paging },
    async ({ agentId, params: { id }, query }) => {
      await readTrigger(agentId, id);
      return listRuns(agentId, id, query);
    },
  ),
});
