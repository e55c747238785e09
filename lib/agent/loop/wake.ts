import { answerCall, MAX_CONFLICT_RETRIES } from "@/lib/agent/calls/answer";
import type { EquippedPlace } from "@/lib/agent/message/equipment";
import { readCurrentRun } from "@/lib/store/loop/asks";
import { listStuckCalls, parentsAbove } from "@/lib/store/loop/subagent-asks";
import { continueStream } from "./continue-stream";
import type { ChunkStream } from "./follow";

/**
 * Wakes the conversations that wait for a subagent which has continued. Returns the stream of `reader` if it
 * was one of them.
 */
export async function wakeParents(subagentId: string, reader: EquippedPlace): Promise<ChunkStream | null> {
  let stream: ChunkStream | null = null;
  for (const { agentId, conversationId } of await parentsAbove(subagentId)) {
    const woken = await wake({ agentId, conversationId, equipment: reader.equipment });
    if (conversationId === reader.conversationId) stream = woken;
  }
  return stream;
}

/**
 * Repeats calls that waited for a subagent and no longer need to, because it has continued or ended. Returns
 * null if there are none or other asks are still open.
 */
export async function wake(where: EquippedPlace): Promise<ChunkStream | null> {
  const { conversationId, equipment } = where;
  for (let attempt = 0; attempt < MAX_CONFLICT_RETRIES; attempt++) {
    const [toolCallId] = await listStuckCalls(conversationId);
    const currentRun = toolCallId ? await readCurrentRun(conversationId) : null;
    const ask = currentRun?.asks.find((one) => one.status === "open" && one.toolCallId === toolCallId);
    if (currentRun?.status !== "waiting" || !ask) return null;
    const taken = await answerCall(currentRun, ask, { decision: "approve" }, null, equipment);
    if (!taken) continue;
    if (taken.next === "running") return continueStream(taken, currentRun, ask.toolCallId, equipment);
  }
  return null;
}
