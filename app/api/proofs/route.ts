import { route, routes } from "@/lib/platform/http/route";
import { listOpenProofs } from "@/lib/store/agents/proofs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: "optional", right: "use" }, async ({ agentId }) => ({
    proofs: await listOpenProofs(agentId),
  })),
});
