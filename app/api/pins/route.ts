import { route, routes } from "@/lib/platform/http/route";
import { listPins } from "@/lib/store/conversations/pins";

/** All that stays on the canvas. A surface is pinned by `PATCH /api/conversations/:id`. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ pins: await listPins(agentId) })),
});
