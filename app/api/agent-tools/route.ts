import { toolOf } from "@/lib/code/tools/read";
import { createTool } from "@/lib/code/tools/save";
import { route, routes } from "@/lib/platform/http/route";
import { newAgentTool, TOOL_BYTES } from "@/lib/shared/agent-tools/fields";
import { listAgentTools } from "@/lib/store/agents/agent-tools";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ tools: await listAgentTools(agentId) })),
  POST: route(
    { agent: true, body: newAgentTool, maxBytes: TOOL_BYTES },
    async ({ agentId, body: { limits = null, ...fields } }) => {
      const { name } = await createTool(agentId, { ...fields, limits }, { author: "person", cause: null });
      return toolOf(agentId, name);
    },
  ),
});
