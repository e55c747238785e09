import { route, routes } from "@/lib/http/route";
import { describeDatabase } from "@/lib/tables/describe";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true }, ({ agentId }) => describeDatabase(agentId)),
});
