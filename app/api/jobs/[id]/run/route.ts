import { z } from "zod";
import { runNow } from "@/lib/agent/background/firing";
import { readJob } from "@/lib/data/schedule/jobs";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params: z.object({ id: z.uuid() }) }, async ({ agentId, params: { id } }) => {
    await readJob(agentId, id);
    return { run: await runNow({ agentId, id, kind: "cron" }) };
  }),
});
