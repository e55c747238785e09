import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { promptWanted } from "@/lib/shared/mcp/input";
import { fillServerPrompt, listServerPrompts } from "@/lib/tools/mcp/prompts";

const params = z.object({ id: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route(
    { agent: true, right: "use", params },
    async ({ request: { signal }, agentId, params: { id } }) => ({
      prompts: await listServerPrompts({ agentId, id, signal }),
    }),
  ),
  POST: route(
    { agent: true, right: "use", params, body: promptWanted },
    ({ request: { signal }, agentId, params: { id }, body }) =>
      fillServerPrompt({ agentId, id, signal, ...body }),
  ),
});
