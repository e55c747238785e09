import { route, routes } from "@/lib/http/route";
import { addServers } from "@/lib/mcp/client/manage";
import { listServers } from "@/lib/mcp/client/view";
import { addition, serversOf } from "@/lib/shared/mcp/input";

/** MCP servers whose tools the agent may use. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ servers: await listServers(agentId) })),
  POST: route({ agent: true, body: addition }, async ({ agentId, body }) => {
    if ("mcpServers" in body) return { servers: await addServers(agentId, serversOf(body)) };
    const [server] = await addServers(agentId, [body]);
    return server;
  }),
});
