import { z } from "zod";
import { agentFor } from "@/lib/platform/access/rights";
import { route, routes } from "@/lib/platform/http/route";
import { uuid } from "@/lib/shared/ids";
import { agentSharing } from "@/lib/shared/members/members";
import { changeAgentSharing, readAgentSharing } from "@/lib/store/members/sharing";

const params = z.object({ id: uuid });

/** With whom the agent is shared. Only its owner sees and changes it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "guest", params }, async ({ params: { id }, member }) => ({
    sharing: await readAgentSharing(await agentFor(member, id, "own")),
  })),
  PUT: route(
    { role: "guest", params, body: agentSharing, fromPage: true },
    async ({ params: { id }, body, member }) => {
      await changeAgentSharing(await agentFor(member, id, "own"), body);
      return { sharing: await readAgentSharing(id) };
    },
  ),
});
