import { decided, toChunks } from "@/lib/agent/message/chunks";
import type { Equipment } from "@/lib/agent/message/equipment";
import { type Chunk, isToolPart, type Message } from "@/lib/agent/message/message";
import { publish } from "@/lib/store/bus";
import type { CurrentRun } from "@/lib/store/loop/asks";
import type { RunContext } from "@/lib/store/loop/run-context";
import { ChunkStream, chain } from "./follow";
import { startRun } from "./start";

/**
 * Streams the part that the answer changed, then the run's output. Ends at once if other asks are still open.
 */
export function continueStream(
  { context, next }: { context: RunContext; next: string },
  { messageId }: CurrentRun,
  toolCallId: string,
  equipment?: Equipment,
): ChunkStream {
  for (const { agentId, conversationId } of [context, ...(context.helper?.askers ?? [])])
    publish({ type: "conversation", agent: agentId, id: conversationId });
  const parts = (context.history.find(({ id }) => id === messageId)?.parts ?? []) as Message["parts"];
  const replayed = 1 + toChunks(parts).length;
  const part = parts.find((p) => "toolCallId" in p && p.toolCallId === toolCallId);
  const head = [{ type: "start" as const, messageId }, ...(part ? answered(part) : [])];
  if (next !== "running")
    return new ChunkStream(chain([...head, { type: "finish", finishReason: "tool-calls" }]));
  return new ChunkStream(chain(head, startRun(context, equipment).message.follow(replayed)));
}

export function answered(part: Message["parts"][number]): Chunk[] {
  if (!isToolPart(part)) return [];
  const { toolCallId } = part;
  if (part.state === "approval-responded") return [decided(toolCallId, part.approval)];
  if (part.state !== "output-available") return [];
  return [{ type: "tool-output-available", toolCallId, output: part.output }];
}
