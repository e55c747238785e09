import { tryNewest } from "@/lib/agent/proofs/begin-trial";
import { route, routes } from "@/lib/platform/http/route";
import { newTrial } from "@/lib/shared/proofs/fields";
import { listOpenProofs } from "@/lib/store/agents/proofs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: "optional", right: "use" }, async ({ agentId }) => ({
    proofs: await listOpenProofs(agentId),
  })),
  /** Tries the newest change of the prompt, the notes or a skill on recent turns, in the background. */
  POST: route({ agent: true, right: "own", body: newTrial, fromPage: true }, async ({ agentId, body }) => {
    await tryNewest({ agentId, ...body });
    return { trying: true };
  }),
});
