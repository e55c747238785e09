import { calendarOf, calendarSpan } from "@/lib/documents/calendar";
import { route, routes } from "@/lib/http/route";

/** What takes place within a span. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query: calendarSpan }, ({ agentId, query }) => calendarOf(agentId, query)),
});
