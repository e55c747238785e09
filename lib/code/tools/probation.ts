import { z } from "zod";
import { regressionOf } from "@/lib/code/proof/regress";
import { recordedCode } from "@/lib/code/traces/record";
import { inRequest } from "@/lib/ground/base/acting";
import { log } from "@/lib/ground/base/log";
import { toolContent } from "@/lib/shared/agent-tools/contract";
import { AppError, isAppError } from "@/lib/shared/errors";
import { KIND, saveTool } from "@/lib/store/agents/agent-tools";
import { readProbation, settleProof } from "@/lib/store/agents/proofs";
import { readVersion } from "@/lib/store/revisions";
import { recordedAnswers } from "./answers";
import { replayTool } from "./replay";

type Called = { agentId: string; name: string; version: number; args: unknown };

const details = z.object({ reason: z.string() });

/**
 * Returns the error of a call for its caller. If the version is on probation and worse than the one before, puts that
 * one live again and adds this to the error.
 */
export async function watchedError(error: unknown, called: Called): Promise<unknown> {
  const reason = isAppError(error) ? details.safeParse(error.details).data?.reason : undefined;
  if (!isAppError(error) || reason === undefined || reason === "network") return error;
  try {
    // The system decides, not the member who happened to call.
    const note = await inRequest(() => goBackIfWorse(called));
    if (note === null) return error;
    return new AppError(error.code, `${error.message}\n${note}`, { details: error.details, cause: error });
  } catch (failure) {
    log.error("A version on probation was not examined", failure, { tool: called.name });
    return error;
  }
}

async function goBackIfWorse({ agentId, name, version, args: input }: Called): Promise<string | null> {
  const item = { agentId, kind: KIND, name } as const;
  const proof = await readProbation(item, version);
  if (!proof) return null;
  const [base, live] = await Promise.all([readVersion(item, proof.base), readVersion(item, version)]);
  if (!base?.content || !live?.content) return null;
  const before = toolContent.parse(base.content);
  const after = toolContent.parse(live.content);
  const answers = recordedAnswers(agentId, name);
  const why = await regressionOf(item, proof, {
    input,
    before: (input, signal) => replayTool(agentId, before, { input, signal, answers }),
    after: (input, signal) => replayTool(agentId, after, { input, signal, answers }),
    codes: { before: recordedCode(before.code), after: recordedCode(after.code) },
  });
  if (why === null) return null;
  const back = await saveTool(agentId, name, {
    base: version,
    revision: {
      ...{ content: before, author: "restore", cause: { returned: { version: proof.base, from: version } } },
      origins: base.origins,
    },
  });
  if (!back) return null;
  await settleProof(item, proof.id, { state: "returned", base: back.version, reason: why });
  return `${why}. So version ${proof.base} is live again, as version ${back.version}.`;
}
