import { describeToolsets } from "@/lib/agent/describe-tools";
import { route, routes } from "@/lib/http/route";
import { readOwnTools } from "@/lib/store/agent-tools";
import { readSettings } from "@/lib/store/settings";
import { readToolStats } from "@/lib/store/tool-stats";
import { ownToolset } from "@/lib/tools/own";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => {
    const [settings, own, stats] = await Promise.all([
      readSettings(agentId),
      readOwnTools(agentId),
      readToolStats(agentId),
    ]);
    return { toolsets: describeToolsets(settings, ownToolset(own), stats) };
  }),
});
