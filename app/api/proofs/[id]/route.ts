import { z } from "zod";
import { acceptProof, discardProof } from "@/lib/agent/proofs/settle";
import { route, routes } from "@/lib/platform/http/route";
import { proofAction } from "@/lib/shared/proofs/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  /** Puts a version that waits live, or discards it. */
  POST: route(
    { agent: true, right: "own", params: z.object({ id: z.uuid() }), body: proofAction, fromPage: true },
    async ({ agentId, params: { id }, body: { action } }) => {
      await (action === "use" ? acceptProof(agentId, id) : discardProof(agentId, id));
      return { settled: true };
    },
  ),
});
