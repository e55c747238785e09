import { tableOf } from "@/lib/data/documents/live";
import { DOCUMENTS } from "@/lib/data/documents/user";
import { route, routes } from "@/lib/platform/http/route";
import { documentsQuery } from "@/lib/shared/blocks/live";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    { agent: true, scope: "read", body: documentsQuery, ...DOCUMENTS },
    ({ request, agentId, body }) => tableOf(agentId, body, { signal: request.signal }),
  ),
});
