import { findDuplicateContacts } from "@/lib/data/documents/contacts";
import { route, routes } from "@/lib/platform/http/route";

/** Pairs of contacts that are likely the same. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ agentId }) => findDuplicateContacts(agentId)),
});
