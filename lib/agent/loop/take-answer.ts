import { answerCall, type CallAnswer, isRepeated, MAX_CONFLICT_RETRIES } from "@/lib/agent/calls/answer";
import { toChunks } from "@/lib/agent/message/chunks";
import type { EquippedPlace } from "@/lib/agent/message/equipment";
import { type Chunk, isToolPart, type Message } from "@/lib/agent/message/message";
import { AppError } from "@/lib/shared/errors";
import { type Ask, type CurrentRun, findAsk } from "@/lib/store/loop/asks";
import type { ConversationRef } from "@/lib/store/loop/branches";
import { callAbove, findSubagentAsk } from "@/lib/store/loop/subagent-asks";
import { answered, continueStream } from "./continue-stream";
import { ChunkStream, chain } from "./follow";
import { liveRuns } from "./live";
import { handBackIfApproved } from "./takeover";
import { wakeParents } from "./wake";

/**
 * Accepts an answer to an ask of this conversation or of one of its subagents, and returns the stream of what
 * follows.
 */
export async function takeAnswer(
  where: EquippedPlace,
  { toolCallId, messageId, output, origins }: CallAnswer,
): Promise<ChunkStream> {
  for (let attempt = 0; attempt < MAX_CONFLICT_RETRIES; attempt++) {
    const found = await findAsk(where.agentId, where.conversationId, toolCallId, messageId ?? null);
    if (found?.ask.status !== "open" || found.ask.because?.kind === "helper") {
      const parent = await findSubagentAsk(where, toolCallId, messageId ?? null);
      if (parent && (parent.isOpen || !found))
        return answerSubagent(where, parent, { toolCallId, messageId, output, origins });
    }
    if (!found || found.ask.because?.kind === "helper")
      throw new AppError("not_found", `No question of this conversation has the id ${toolCallId}.`);
    const { ask, run: currentRun } = found;
    if (ask.status !== "open") {
      if (await isRepeated(currentRun, ask, output, where.equipment)) return answeredBefore(currentRun, ask);
      throw alreadyAnswered(ask.status, ask.output);
    }
    const taken = await answerCall(currentRun, ask, output, null, where.equipment, origins);
    if (!taken) continue;
    await handBackIfApproved(where, ask, output);
    return continueStream(taken, currentRun, toolCallId, where.equipment);
  }
  throw new AppError("conflict", "The conversation changed while you were answering. Send the answer again.");
}

/**
 * Accepts an answer to an ask of a subagent. Returns the stream of this conversation, which continues if it waited
 * for that subagent.
 */
async function answerSubagent(
  where: EquippedPlace,
  subagent: ConversationRef,
  answer: CallAnswer,
): Promise<ChunkStream> {
  await takeAnswer({ ...subagent, equipment: where.equipment }, answer);
  return (await wakeParents(subagent.conversationId, where)) ?? resumedStream(where, subagent.conversationId);
}

/**
 * Returns the stream of a conversation whose call for a subagent was already repeated, by `tendSubagents` or by
 * the same answer from another tab. Empty if the call still waits.
 */
export async function resumedStream(
  { agentId, conversationId }: EquippedPlace,
  subagentId: string,
): Promise<ChunkStream> {
  const call = await callAbove(subagentId, conversationId);
  const found = call && (await findAsk(agentId, conversationId, call.toolCallId, call.messageId));
  if (found?.ask.status !== "answered") return new ChunkStream(chain([]));
  return answeredBefore(found.run, found.ask);
}

/**
 * Replays what followed an answer that was accepted before, and follows the message if this server is writing it.
 */
function answeredBefore(
  { conversationId, ...currentRun }: CurrentRun,
  { messageId, toolCallId }: Ask,
): ChunkStream {
  const parts = currentRun.parts as Message["parts"];
  const at = parts.findIndex((part) => isToolPart(part) && part.toolCallId === toolCallId);
  const next = parts.findIndex((part, index) => index > at && part.type === "step-start");
  const since = next < 0 ? parts.length : next;
  const head: Chunk[] = [{ type: "start", messageId }, ...parts.slice(at, at + 1).flatMap(answered)];
  const live = liveRuns().get(conversationId)?.message;
  if (live?.messageId === messageId && live.replayed)
    return new ChunkStream(
      chain(
        [...head, ...toChunks(parts.slice(since, live.replayed.parts))],
        live.follow(live.replayed.chunks),
      ),
    );
  return new ChunkStream(
    chain([...head, ...toChunks(parts.slice(since)), { type: "finish", finishReason: "stop" }]),
  );
}

function alreadyAnswered(status: "answered" | "closed", output: unknown): AppError {
  const message =
    status === "answered"
      ? "This question was answered already, perhaps in another tab. The first answer counts."
      : "This question was closed because you stopped the run, wrote in the chat instead, or returned to an earlier message.";
  return new AppError("conflict", message, { details: { status, output } });
}
