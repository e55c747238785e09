import { copyAgent, removeCopy } from "@/lib/agent/copies/copy-agent";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { AppError } from "@/lib/shared/errors";
import type { NewRehearsal } from "@/lib/shared/rehearsal-requests";
import { copyConversation, setJobConversation } from "@/lib/store/agents/agent-copies";
import { type Job, readJob } from "@/lib/store/agents/jobs";
import { type Rehearsal, readRehearsal } from "@/lib/store/agents/rehearsals";
import { forkRun, readForkPoint } from "@/lib/store/loop/forked-runs";
import { settleRehearsal } from "./settle";

/** Runs a job once on a copy of the agent. `start` starts the run. */
export async function rehearseJob(
  agentId: string,
  jobId: string,
  start: (job: Pick<Job, "id" | "agentId" | "kind">) => Promise<unknown>,
): Promise<Rehearsal> {
  const job = await readJob(agentId, jobId);
  if (!job) throw new AppError("not_found", `job: There is no job ${jobId}.`);
  const { name, kind } = job;
  const cause = { kind: "job", jobId, name } as const;
  const id = await copyAgent(agentId, { title: name, cause, at: null }, async (tx, copyId) => {
    if (!job.conversationId) return null;
    const conversationId = await copyConversation(
      tx,
      { agentId, conversationId: job.conversationId },
      copyId,
    );
    if (conversationId !== null) await setJobConversation(tx, copyId, jobId, conversationId);
    return conversationId;
  });
  await start({ id: jobId, agentId: id, kind });
  return readRehearsal(agentId, id);
}

type Place = Exclude<NewRehearsal, { job: string }>;

/**
 * Copies a conversation up to an answer of the agent, with the agent as it was then. With `call`, the copy waits again
 * for the answer to this ask.
 */
export async function fork(agentId: string, { conversation, message, call }: Place): Promise<Rehearsal> {
  const from = { conversationId: conversation, messageId: message };
  const found = await readForkPoint({ agentId, ...from }, call);
  if (!found) throw new AppError("not_found", `message: There is no answer ${message} in this conversation.`);
  const { at, kind, title } = found;
  if (call !== undefined && (kind === null || at === null))
    throw new AppError(
      "not_found",
      `call: There is no answered question ${call} in this message. An open one can be answered directly.`,
    );
  const cause = { kind: "fork", ...from, ...(call !== undefined && { toolCallId: call }) } as const;
  const id = await copyAgent(agentId, { title, cause, at }, async (tx, copyId) => {
    const conversationId = await copyConversation(tx, { agentId, ...from }, copyId);
    if (call === undefined || kind === null || conversationId === null) return conversationId;
    const parts = partsUntil(found.parts as Message["parts"], call, kind);
    const callIds = parts.flatMap((part) => (isToolPart(part) ? [part.toolCallId] : []));
    const to = { agentId: copyId, conversationId };
    await forkRun(tx, { from: { ...from, toolCallId: call }, to, parts, callIds });
    return conversationId;
  });
  return readRehearsal(agentId, id);
}

/** Deletes a rehearsal with its copy. Accepted changes stay. */
export async function removeRehearsal(agentId: string, id: string): Promise<void> {
  await settleRehearsal(agentId, id);
  await removeCopy(id);
}

/** The parts of a message up to the step of a call, which waits for its answer again. */
function partsUntil(
  parts: Message["parts"],
  toolCallId: string,
  kind: "answer" | "approval",
): Message["parts"] {
  const at = parts.findIndex((part) => isToolPart(part) && part.toolCallId === toolCallId);
  const next = parts.findIndex((part, index) => index > at && part.type === "step-start");
  return parts.slice(0, next < 0 ? parts.length : next).map((part) => {
    if (!isToolPart(part) || part.toolCallId !== toolCallId) return part;
    const { type, input } = part;
    const open = { type, toolCallId, input };
    return (
      kind === "answer"
        ? { ...open, state: "input-available" }
        : { ...open, state: "approval-requested", approval: { id: toolCallId } }
    ) as typeof part;
  });
}
