import { z } from "zod";
import { paging } from "@/lib/platform/http/paging";
import { route, routes } from "@/lib/platform/http/route";
import { ERROR_CATEGORIES, EXECUTION_STATUSES } from "@/lib/shared/executions";
import { uuid } from "@/lib/shared/ids";
import { listExecutions } from "@/lib/store/agents/executions";

const query = paging.extend({
  status: z.enum(EXECUTION_STATUSES).optional(),
  category: z.enum(ERROR_CATEGORIES).optional(),
  conversation: uuid.optional(),
});

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own", query }, ({ agentId, query }) => listExecutions(agentId, query)),
});
