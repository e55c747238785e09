import { z } from "zod";
import { keepExample } from "@/lib/agent/proofs/examples";
import { readItemProofs } from "@/lib/agent/proofs/settle";
import { route, routes } from "@/lib/platform/http/route";
import { PROVEN } from "@/lib/shared/proofs/contract";
import { newExample } from "@/lib/shared/proofs/fields";

const query = z.object({ kind: z.enum(PROVEN), name: z.string().min(1).max(200) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own", query }, ({ agentId, query }) =>
    readItemProofs({ agentId, ...query }),
  ),
  POST: route(
    {
      agent: true,
      right: "own",
      body: newExample,
      conversation: ({ body }) => ("conversationId" in body ? body.conversationId : undefined),
      readable: true,
    },
    ({ request, agentId, body }) => keepExample(agentId, body, request.signal),
  ),
});
