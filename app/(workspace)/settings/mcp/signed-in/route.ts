import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { baseOf } from "@/lib/shared/agents/agent-address";
import { resolveAgent } from "@/lib/store/agents/agents";
import { finishSignIn } from "@/lib/tools/mcp/manage";

/** OAuth redirect target after signing in with an MCP server, for all agents. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ query: z.object({ state: z.string().max(200) }) }, async ({ request, query: { state } }) => {
    const agentId = await finishSignIn(state, new URL(request.url).searchParams);
    const base = agentId === (await resolveAgent()) ? "" : baseOf(agentId);
    return new Response(null, { status: 303, headers: { location: `${base}/settings/mcp` } });
  }),
});
