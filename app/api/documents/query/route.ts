import { DOCUMENTS, writeAsUser } from "@/lib/data/documents/user";
import { documentsQuery } from "@/lib/data/documents/work";
import { route, routes } from "@/lib/platform/http/route";
import { REVISION } from "@/lib/shared/data/documents";

/** Runs an operation, as in db_query. After a write, a header has the revision that undoes it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, body: documentsQuery, ...DOCUMENTS }, async ({ request, agentId, body }) => {
    const { revision, ...result } = await writeAsUser(agentId, body, request.signal);
    return Response.json(result, { headers: revision ? { [REVISION]: revision } : {} });
  }),
});
