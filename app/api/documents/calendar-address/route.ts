import {
  makeAgentCalendarAddress,
  readAgentCalendarAddress,
  revokeAgentCalendarAddress,
} from "@/lib/data/documents/calendar-address";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, async ({ agentId }) => ({ address: await readAgentCalendarAddress(agentId) })),
  POST: route({ agent: true, fromPage: true }, async ({ agentId }) => ({
    address: await makeAgentCalendarAddress(agentId),
  })),
  DELETE: route({ agent: true }, ({ agentId }) => revokeAgentCalendarAddress(agentId)),
});
