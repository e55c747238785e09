import { z } from "zod";
import { runInConsole } from "@/lib/data/tables/console";
import { route, routes } from "@/lib/platform/http/route";
import { statement } from "@/lib/shared/data/bodies";
import { clearRuns, listRuns } from "@/lib/store/data/sql-runs";

const query = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(50).optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, query }, ({ agentId, query }) => listRuns(agentId, query)),
  POST: route({ agent: true, body: statement }, ({ agentId, body, request }) =>
    runInConsole(agentId, body, request.signal),
  ),
  DELETE: route({ agent: true }, ({ agentId }) => clearRuns(agentId)),
});
