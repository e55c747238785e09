import { contactMerge, mergeContacts } from "@/lib/documents/contacts";
import { DOCUMENTS } from "@/lib/documents/person";
import { route, routes } from "@/lib/http/route";

/** Makes one contact of two. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: contactMerge, ...DOCUMENTS }, ({ agentId, body }) =>
    mergeContacts(agentId, body),
  ),
});
