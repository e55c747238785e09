import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { testMcpServer } from "@/lib/tools/mcp/manage";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, role: "admin", right: "own", params: z.object({ id: z.string() }) },
    ({ agentId, params: { id } }) => testMcpServer(agentId, id),
  ),
});
