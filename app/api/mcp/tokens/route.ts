import { createMcpToken } from "@/lib/doors/programs/tokens";
import { route, routes } from "@/lib/platform/http/route";
import { newToken } from "@/lib/shared/mcp/tokens";
import { listTokens } from "@/lib/store/agents/mcp-tokens";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use", scope: "none" }, async ({ agentId }) => ({
    tokens: await listTokens(agentId),
  })),
  POST: route({ agent: true, right: "use", body: newToken, fromPage: true }, ({ agentId, body }) =>
    createMcpToken(agentId, body),
  ),
});
