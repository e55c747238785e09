import { calendarImport, importAgentCalendar } from "@/lib/data/documents/calendar-import";
import { DOCUMENTS } from "@/lib/data/documents/user";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: calendarImport, ...DOCUMENTS }, ({ agentId, body }) =>
    importAgentCalendar(agentId, body),
  ),
});
