import { runNow } from "@/lib/agent/background/job-run";
import { pulseJob } from "@/lib/data/schedule/pulse-settings";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, right: "own" }, async ({ agentId }) => ({
    run: await runNow(await pulseJob(agentId)),
  })),
});
