import { z } from "zod";
import { makeAgentFrom } from "@/lib/agent/roster/make";
import { route, routes } from "@/lib/platform/http/route";
import { newAgent } from "@/lib/shared/agents/agents";
import { listAgents, resolveAgent } from "@/lib/store/agents/agents";

const query = z.object({
  deleted: z.stringbool().default(false),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ query }, async ({ query: { deleted } }) => {
    await resolveAgent();
    return { agents: await listAgents({ inBin: deleted }) };
  }),
  POST: route({ body: newAgent }, async ({ body }) => {
    // Ensures that the workspace's own agent is created first.
    await resolveAgent();
    return makeAgentFrom(body);
  }),
});
