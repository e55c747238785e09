import { z } from "zod";
import { route, routes } from "@/lib/http/route";
import { testServer } from "@/lib/mcp/client/manage";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ agent: true, params: z.object({ id: z.string() }) }, ({ agentId, params: { id } }) =>
    testServer(agentId, id),
  ),
});
