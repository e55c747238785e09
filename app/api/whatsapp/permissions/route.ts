import { route, routes } from "@/lib/platform/http/route";
import { listPermissions } from "@/lib/store/channels/whatsapp";

/** What each WhatsApp contact may. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ permissions: await listPermissions(agentId) })),
});
