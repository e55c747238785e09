import { regressionOf } from "@/lib/code/proof/regress";
import { inRequest } from "@/lib/ground/base/acting";
import { componentContent } from "@/lib/shared/components/contract";
import { KIND, putComponent } from "@/lib/store/agents/components";
import { readProbation, settleProof } from "@/lib/store/agents/proofs";
import { readVersion } from "@/lib/store/revisions";
import { replayComponent } from "./replay";

/**
 * Examines a version that could not be rendered with these props. If it is on probation and the version before renders
 * them, puts that one live again.
 */
export const watchFailure = (
  agentId: string,
  name: string,
  version: number,
  props: unknown,
): Promise<boolean> =>
  // The system decides, not the member who saw the failure.
  inRequest(() => goBackIfWorse(agentId, name, version, props));

async function goBackIfWorse(
  agentId: string,
  name: string,
  version: number,
  input: unknown,
): Promise<boolean> {
  const item = { agentId, kind: KIND, name } as const;
  const proof = await readProbation(item, version);
  if (!proof) return false;
  const [base, live] = await Promise.all([readVersion(item, proof.base), readVersion(item, version)]);
  if (!base?.content || !live?.content) return false;
  const before = componentContent.parse(base.content);
  const after = componentContent.parse(live.content);
  const why = await regressionOf(item, proof, {
    input,
    before: (props, signal) => replayComponent(before, props, signal),
    after: (props, signal) => replayComponent(after, props, signal),
    codes: null,
  });
  if (why === null) return false;
  const back = await putComponent(agentId, name, version, {
    ...{ content: before, author: "restore", cause: { returned: { version: proof.base, from: version } } },
    origins: base.origins,
  });
  if (!back) return false;
  return settleProof(item, proof.id, { state: "returned", base: back.version, reason: why });
}
