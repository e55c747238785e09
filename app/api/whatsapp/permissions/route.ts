import { route, routes } from "@/lib/platform/http/route";
import { listPermissions } from "@/lib/store/channels/whatsapp";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, role: "admin", right: "own" }, async ({ agentId }) => ({
    permissions: await listPermissions(agentId),
  })),
});
