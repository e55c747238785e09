import { accountLogin, discoverCalendars } from "@/lib/data/calendars/accounts";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: accountLogin, fromPage: true }, ({ agentId, body }) =>
    discoverCalendars(agentId, body),
  ),
});
