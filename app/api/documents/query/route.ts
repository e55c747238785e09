import { ask, DOCUMENTS } from "@/lib/documents/person";
import { query } from "@/lib/documents/work";
import { route, routes } from "@/lib/http/route";

/** One operation, as db_query has it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: query, ...DOCUMENTS }, ({ request, agentId, body }) =>
    ask(agentId, body, request.signal),
  ),
});
