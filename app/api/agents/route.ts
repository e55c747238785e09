import { z } from "zod";
import { makeAgentFrom } from "@/lib/agent/roster/make";
import { route, routes } from "@/lib/platform/http/route";
import { newAgent } from "@/lib/shared/agents/agents";
import { listAgents, resolveAgent } from "@/lib/store/agents/agents";

const query = z.object({
  /** `true`: those in the bin. */
  deleted: z.stringbool().default(false),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ query }, async ({ query: { deleted } }) => {
    await resolveAgent();
    return { agents: await listAgents({ inBin: deleted }) };
  }),
  POST: route({ body: newAgent }, async ({ body }) => {
    // The workspace's own comes first, also where this is the first thing that is asked of it.
    await resolveAgent();
    return makeAgentFrom(body);
  }),
});
