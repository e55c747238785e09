import { findDuplicateContacts } from "@/lib/data/documents/contacts";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ agentId }) => findDuplicateContacts(agentId)),
});
