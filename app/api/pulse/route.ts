import { changePulse, readPulse } from "@/lib/data/schedule/pulse-settings";
import { route, routes } from "@/lib/platform/http/route";
import { pulseChange } from "@/lib/shared/jobs/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ pulse: await readPulse(agentId) })),
  PUT: route({ agent: true, body: pulseChange }, async ({ agentId, body }) => ({
    pulse: await changePulse(agentId, body, { author: "person", cause: null }),
  })),
});
