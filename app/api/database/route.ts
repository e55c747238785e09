import { route, routes } from "@/lib/platform/http/route";
import { describeDatabase } from "@/lib/data/tables/describe";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ agentId }) => describeDatabase(agentId)),
});
