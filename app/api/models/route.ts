import { availableModels } from "@/lib/models/providers/available";
import { route, routes } from "@/lib/platform/http/route";
import { readSettings } from "@/lib/store/agents/settings";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use" }, async ({ agentId }) =>
    availableModels(await readSettings(agentId)),
  ),
});
