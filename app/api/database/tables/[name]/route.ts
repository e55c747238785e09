import { z } from "zod";
import { describeTable } from "@/lib/data/tables/describe";
import { dropTableByUser } from "@/lib/data/tables/drop";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ name: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, params }, ({ agentId, params }) => describeTable(agentId, params.name)),
  DELETE: route({ agent: true, params }, ({ agentId, params }) => dropTableByUser(agentId, params.name)),
});
