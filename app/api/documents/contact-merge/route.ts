import { contactMerge, mergeAgentContacts } from "@/lib/data/documents/contacts";
import { DOCUMENTS } from "@/lib/data/documents/user";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: contactMerge, ...DOCUMENTS }, ({ agentId, body }) =>
    mergeAgentContacts(agentId, body),
  ),
});
