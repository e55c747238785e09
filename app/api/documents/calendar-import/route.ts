import { calendarImport, importCalendar } from "@/lib/documents/calendar-import";
import { DOCUMENTS } from "@/lib/documents/person";
import { route, routes } from "@/lib/http/route";

/** Takes an iCalendar file in. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: calendarImport, ...DOCUMENTS }, ({ agentId, body }) =>
    importCalendar(agentId, body),
  ),
});
