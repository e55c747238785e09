import { describeToolsets } from "@/lib/agent/toolset";
import { route, routes } from "@/lib/http/route";
import { readSettings } from "@/lib/store/settings";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({
    toolsets: describeToolsets(await readSettings(agentId)),
  })),
});
