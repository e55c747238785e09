import { route, routes } from "@/lib/http/route";
import { listThings } from "@/lib/store/gists";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ things: await listThings(agentId) })),
});
