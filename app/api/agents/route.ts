import { z } from "zod";
import { makeAgentFrom } from "@/lib/agent/roster/make";
import { agentFor, assertRight, presentMember } from "@/lib/platform/access/rights";
import { route, routes } from "@/lib/platform/http/route";
import { newAgent } from "@/lib/shared/agents/agents";
import { listAgents, resolveAgent } from "@/lib/store/agents/agents";

const query = z.object({
  deleted: z.stringbool().default(false),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "guest", scope: "read", query }, async ({ query: { deleted }, member }) => {
    // Ensures that the first agent is created.
    if (member.role !== "guest") await agentFor(member, undefined, "use");
    const agents = await listAgents({ inBin: deleted });
    return { agents, member: await presentMember(member) };
  }),
  POST: route({ role: "member", body: newAgent }, async ({ body, member }) => {
    // Ensures that the workspace's own agent is created first.
    await resolveAgent();
    return makeAgentFrom(body, (source) => assertRight(member, source, "edit"));
  }),
});
