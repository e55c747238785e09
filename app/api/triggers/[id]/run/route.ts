import { z } from "zod";
import { runNow } from "@/lib/agent/background/job-run";
import { readTrigger } from "@/lib/data/schedule/triggers";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params: z.object({ id: z.uuid() }) }, async ({ agentId, params: { id } }) => {
    const { kind } = await readTrigger(agentId, id);
    return { run: await runNow({ agentId, id, kind }) };
  }),
});
