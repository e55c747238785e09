import { changePulseSettings, readPulseSettings } from "@/lib/data/schedule/pulse-settings";
import { route, routes } from "@/lib/platform/http/route";
import { pulseChange } from "@/lib/shared/jobs/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ pulse: await readPulseSettings(agentId) })),
  PUT: route({ agent: true, right: "own", body: pulseChange }, async ({ agentId, body }) => ({
    pulse: await changePulseSettings(agentId, body, { author: "person", cause: null }),
  })),
});
