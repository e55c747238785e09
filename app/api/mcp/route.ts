import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { parsePart } from "@/lib/platform/http/validate";
import { newServer, serversFile } from "@/lib/shared/mcp/input";
import { addServers } from "@/lib/tools/mcp/manage";
import { listServers } from "@/lib/tools/mcp/view";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use" }, async ({ agentId }) => ({ servers: await listServers(agentId) })),
  POST: route(
    { agent: true, role: "admin", right: "own", body: z.looseObject({}), fromPage: true },
    async ({ agentId, body }) => {
      // Parse the two kinds of body separately, because the errors of a zod union would include errors about the
      // kind that the client did not send.
      if ("mcpServers" in body)
        return { servers: await addServers(agentId, parsePart("body", serversFile, body)) };
      const [server] = await addServers(agentId, [parsePart("body", newServer, body)]);
      return server;
    },
  ),
});
