import { calendarOf, calendarSpan } from "@/lib/data/documents/calendar";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query: calendarSpan }, ({ agentId, query }) => calendarOf(agentId, query)),
});
