import { querySql } from "@/lib/data/tables/query";
import { route, routes } from "@/lib/platform/http/route";
import { statement } from "@/lib/shared/data/bodies";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, right: "use", scope: "read", body: statement }, ({ agentId, body, request }) =>
    querySql(agentId, body, request.signal),
  ),
});
