import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { confirmation } from "@/lib/shared/mcp/input";
import { confirmMcpServer } from "@/lib/tools/mcp/manage";

/** Stores the user's confirmation that the exact command of an MCP server may be started on this machine. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      role: "admin",
      right: "own",
      params: z.object({ id: z.string() }),
      body: confirmation,
      fromPage: true,
    },
    ({ agentId, params: { id }, body }) => confirmMcpServer(agentId, id, body),
  ),
});
