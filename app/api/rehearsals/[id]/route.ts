import { z } from "zod";
import { removeRehearsal } from "@/lib/agent/rehearsals/begin";
import { rehearsalDetail } from "@/lib/agent/rehearsals/detail";
import { route, routes } from "@/lib/platform/http/route";

const params = z.object({ id: z.uuid() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own", params }, ({ agentId, params: { id } }) =>
    rehearsalDetail(agentId, id),
  ),
  DELETE: route({ agent: true, right: "own", params }, async ({ agentId, params: { id } }) => {
    await removeRehearsal(agentId, id);
    return {};
  }),
});
