import { route, routes } from "@/lib/http/route";
import { runNow } from "@/lib/jobs/firing";
import { pulseJob } from "@/lib/schedule/pulse-settings";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true }, async ({ agentId }) => ({ run: await runNow(await pulseJob(agentId)) })),
});
