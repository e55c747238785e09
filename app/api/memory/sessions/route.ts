import { changeRule, readRule } from "@/lib/data/memory/sessions";
import { route, routes } from "@/lib/platform/http/route";
import { sessionChange } from "@/lib/shared/memory/memory-sessions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ sessions: await readRule(agentId) })),
  PUT: route({ agent: true, body: sessionChange }, async ({ agentId, body }) => ({
    sessions: await changeRule(agentId, body),
  })),
});
