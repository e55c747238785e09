import { route, routes } from "@/lib/platform/http/route";
import { listPins } from "@/lib/store/conversations/pins";

/** Everything pinned to the canvas. `PATCH /api/conversations/:id` pins a surface. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "use" }, async ({ agentId }) => ({ pins: await listPins(agentId) })),
});
