import { contactEventsQuery, eventsOfContact } from "@/lib/data/documents/contact-events";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query: contactEventsQuery }, ({ agentId, query }) =>
    eventsOfContact(agentId, query),
  ),
});
