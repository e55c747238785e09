import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { MAX_URI } from "@/lib/shared/mcp/resources";
import { toClient } from "@/lib/store/data/files";
import { listServerResources, takeServerResource } from "@/lib/tools/mcp/resources";

const params = z.object({ id: z.string() });
const body = z.strictObject({ uri: z.string().min(1).max(MAX_URI) });

/** Resources of an MCP server. POST reads one and stores it as a file to attach to a message. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use", params }, ({ request: { signal }, agentId, params: { id } }) =>
    listServerResources({ agentId, id, signal }),
  ),
  POST: route(
    { agent: true, right: "use", params, body },
    async ({ request: { signal }, agentId, params: { id }, body: { uri } }) => {
      const files = await takeServerResource({ agentId, id, uri, signal });
      return Response.json(
        { files: files.map(toClient) },
        { status: 201, headers: { "cache-control": "no-store" } },
      );
    },
  ),
});
