import { addCalendarAccount, listCalendars, newAccount } from "@/lib/data/calendars/accounts";
import { route, routes } from "@/lib/platform/http/route";

/** Calendars and address books of other servers. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ agentId }) => listCalendars(agentId)),
  POST: route({ agent: true, body: newAccount, fromPage: true }, ({ agentId, body }) =>
    addCalendarAccount(agentId, body),
  ),
});
