import { createTrigger, listTriggers } from "@/lib/data/schedule/triggers";
import { route, routes } from "@/lib/platform/http/route";
import { newTrigger } from "@/lib/shared/jobs/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ triggers: await listTriggers(agentId) })),
  POST: route({ agent: true, body: newTrigger }, async ({ agentId, body }) => ({
    trigger: await createTrigger(agentId, body, { author: "person", cause: null }),
  })),
});
