import { z } from "zod";
import { route, routes } from "@/lib/http/route";
import { finishSignIn } from "@/lib/mcp/client/manage";

const back = new Response(null, { status: 303, headers: { location: "/settings/mcp" } });

/** Where the person comes back to from signing in with an MCP server. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, query: z.object({ state: z.string().max(200) }) },
    async ({ agentId, request, query: { state } }) => {
      await finishSignIn(agentId, state, new URL(request.url).searchParams);
      return back.clone();
    },
  ),
});
