import { z } from "zod";
import { noTool, toolOf } from "@/lib/code/tools/read";
import { deleteTool, updateTool } from "@/lib/code/tools/save";
import { expectedVersion } from "@/lib/platform/http/if-match";
import { route, routes } from "@/lib/platform/http/route";
import { agentToolChange, TOOL_BYTES } from "@/lib/shared/agent-tools/fields";

const params = z.object({ name: z.string() });
const user = { author: "person", cause: null } as const;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, ({ agentId, params: { name } }) => toolOf(agentId, name)),
  PATCH: route(
    { agent: true, params, body: agentToolChange, maxBytes: TOOL_BYTES },
    async ({ request, agentId, params: { name }, body }) => {
      const version = expectedVersion(request, body.version);
      await updateTool(agentId, name, { ...body, version }, user);
      return toolOf(agentId, name);
    },
  ),
  DELETE: route({ agent: true, params }, async ({ request, agentId, params: { name } }) => {
    if (!(await deleteTool(agentId, name, user, expectedVersion(request)))) throw noTool(name);
    return { deleted: true };
  }),
});
