import {
  makeCalendarAddress,
  readCalendarAddress,
  revokeCalendarAddress,
} from "@/lib/data/documents/calendar-address";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ address: await readCalendarAddress(agentId) })),
  POST: route({ agent: true }, async ({ agentId }) => ({ address: await makeCalendarAddress(agentId) })),
  DELETE: route({ agent: true }, ({ agentId }) => revokeCalendarAddress(agentId)),
});
