import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { serverChange } from "@/lib/shared/mcp/input";
import { changeServer, mcpServerView, removeMcpServer } from "@/lib/tools/mcp/manage";
import { keepingTrust } from "@/lib/tools/toolsets/mcp/trust";

const params = z.object({ id: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, ({ agentId, params: { id } }) => mcpServerView(agentId, id)),
  PATCH: route(
    { agent: true, role: "admin", right: "own", params, body: serverChange, fromPage: true },
    ({ agentId, params: { id }, body }) => keepingTrust(agentId, id, () => changeServer(agentId, id, body)),
  ),
  DELETE: route({ agent: true, role: "admin", right: "own", params }, async ({ agentId, params: { id } }) => {
    await removeMcpServer(agentId, id);
    return { deleted: true };
  }),
});
