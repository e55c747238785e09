import { z } from "zod";
import { editAgent } from "@/lib/agent/roster/make";
import { removeAgent } from "@/lib/agent/roster/remove";
import { route, routes } from "@/lib/platform/http/route";
import { agentChange } from "@/lib/shared/agents/agents";
import { uuid } from "@/lib/shared/ids";
import { readAgent } from "@/lib/store/agents/agents";

const params = z.object({ id: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ params }, ({ params: { id } }) => readAgent(id)),
  PATCH: route({ params, body: agentChange }, ({ params: { id }, body }) => editAgent(id, body)),
  DELETE: route({ params }, ({ params: { id } }) => removeAgent(id)),
});
