import { z } from "zod";
import { runNow } from "@/lib/agent/background/job-run";
import { readCronJob } from "@/lib/data/schedule/jobs";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params: z.object({ id: z.uuid() }) }, async ({ agentId, params: { id } }) => {
    await readCronJob(agentId, id);
    return { run: await runNow({ agentId, id, kind: "cron" }) };
  }),
});
