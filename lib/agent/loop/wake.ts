import { answerCall, TRIES } from "@/lib/agent/calls/answer";
import type { EquippedPlace } from "@/lib/agent/message/equipment";
import { readStanding } from "@/lib/store/loop/asks";
import { askersAbove, callsInVain } from "@/lib/store/loop/helper-asks";
import type { ChunkStream } from "./follow";
import { goOn } from "./go-on";

/**
 * Wakes the conversations that wait for a helper which has continued. Returns the stream of `reader` if it
 * was one of them.
 */
export async function wakeAskers(helperId: string, reader: EquippedPlace): Promise<ChunkStream | null> {
  let stream: ChunkStream | null = null;
  for (const { agentId, conversationId } of await askersAbove(helperId)) {
    const woken = await wake({ agentId, conversationId, equipment: reader.equipment });
    if (conversationId === reader.conversationId) stream = woken;
  }
  return stream;
}

/**
 * Repeats calls that waited for a helper and no longer need to, because it has continued or ended. Returns
 * null if there are none or other asks are still open.
 */
export async function wake(where: EquippedPlace): Promise<ChunkStream | null> {
  const { conversationId, equipment } = where;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const [toolCallId] = await callsInVain(conversationId);
    const standing = toolCallId ? await readStanding(conversationId) : null;
    const ask = standing?.asks.find((one) => one.status === "open" && one.toolCallId === toolCallId);
    if (standing?.status !== "waiting" || !ask) return null;
    const taken = await answerCall(standing, ask, { decision: "approve" }, null, equipment);
    if (!taken) continue;
    if (taken.next === "running") return goOn(taken, standing, ask.toolCallId, equipment);
  }
  return null;
}
