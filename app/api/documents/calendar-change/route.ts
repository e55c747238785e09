import { changeCalendarEvent, eventChange } from "@/lib/data/documents/event-change";
import { DOCUMENTS } from "@/lib/data/documents/user";
import { route, routes } from "@/lib/platform/http/route";

/** Changes or deletes an event. Of a series: one occurrence, an occurrence and all later ones, or all. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: eventChange, ...DOCUMENTS }, ({ agentId, body }) =>
    changeCalendarEvent(agentId, body),
  ),
});
