import { z } from "zod";
import { editAgent } from "@/lib/agent/roster/make";
import { removeAgent } from "@/lib/agent/roster/remove";
import { agentFor } from "@/lib/platform/access/rights";
import { route, routes } from "@/lib/platform/http/route";
import { agentChange } from "@/lib/shared/agents/agents";
import { uuid } from "@/lib/shared/ids";
import { readAgent } from "@/lib/store/agents/agents";

const params = z.object({ id: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "guest", scope: "read", params }, async ({ params: { id }, member }) =>
    readAgent(await agentFor(member, id, "use")),
  ),
  PATCH: route(
    { role: "guest", scope: "write", params, body: agentChange },
    async ({ params: { id }, body, member }) => editAgent(await agentFor(member, id, "own"), body),
  ),
  DELETE: route({ role: "guest", params }, async ({ params: { id }, member }) =>
    removeAgent(await agentFor(member, id, "own")),
  ),
});
