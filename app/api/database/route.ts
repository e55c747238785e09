import { describeDatabase } from "@/lib/data/tables/describe";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ agentId }) => describeDatabase(agentId)),
});
