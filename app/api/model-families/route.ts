import { describeFamilies } from "@/lib/agent/prompt/adapters/index";
import { route, routes } from "@/lib/platform/http/route";
import { readSettings } from "@/lib/store/agents/settings";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({
    families: describeFamilies(await readSettings(agentId)),
  })),
});
