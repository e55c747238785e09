import { checkItem } from "@/lib/agent/proofs/drift";
import { route, routes } from "@/lib/platform/http/route";
import { provenItem } from "@/lib/shared/proofs/fields";
import { listOpenProofs } from "@/lib/store/agents/proofs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: "optional", right: "use" }, async ({ agentId }) => ({
    proofs: await listOpenProofs(agentId),
  })),
  /** Checks a tool or component now. */
  POST: route({ agent: true, right: "own", body: provenItem }, ({ agentId, body }) =>
    checkItem({ agentId, ...body }),
  ),
});
