import { route, routes } from "@/lib/platform/http/route";
import { listPermissions } from "@/lib/store/channels/whatsapp";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ permissions: await listPermissions(agentId) })),
});
