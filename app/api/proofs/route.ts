import { tryNewest } from "@/lib/agent/proofs/begin-trial";
import { checkItem } from "@/lib/agent/proofs/drift";
import { route, routes } from "@/lib/platform/http/route";
import { isTried } from "@/lib/shared/proofs/contract";
import { provenItem } from "@/lib/shared/proofs/fields";
import { listOpenProofs } from "@/lib/store/agents/proofs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: "optional", right: "use" }, async ({ agentId }) => ({
    proofs: await listOpenProofs(agentId),
  })),
  /**
   * Checks a tool or component now. Tries the newest change of the prompt, the notes or a skill on recent turns, in
   * the background.
   */
  POST: route({ agent: true, right: "own", body: provenItem, fromPage: true }, async ({ agentId, body }) => {
    const { kind, name } = body;
    if (!isTried(kind)) return checkItem({ agentId, kind, name });
    await tryNewest({ agentId, kind, name });
    return { trying: true };
  }),
});
