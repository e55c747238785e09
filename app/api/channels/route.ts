import { viewChannels } from "@/lib/doors/channels/manage";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, role: "admin", right: "own" }, async ({ agentId }) => ({
    channels: await viewChannels(agentId),
  })),
});
