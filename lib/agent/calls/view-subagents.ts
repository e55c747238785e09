import type { Part } from "@/lib/agent/message/message";
import type { Subagent } from "@/lib/shared/chat/subagents";
import type { ConversationRef } from "@/lib/store/loop/branches";
import { requireConversation } from "@/lib/store/loop/conversations";
import { listSubagents } from "@/lib/store/loop/subagents";

/**
 * Returns the subagents of a conversation as shown in its chat. Throws if the agent has no such conversation.
 */
export async function viewSubagents(place: ConversationRef): Promise<Subagent[]> {
  await requireConversation(place.agentId, place.conversationId);
  const rows = await listSubagents(place);
  return rows.map(({ parts, ...subagent }) => ({ ...subagent, doing: activityOf(parts as Part[]) }));
}

function activityOf(parts: readonly Part[]): Subagent["doing"] {
  const part = parts.findLast(({ type }) => type === "text" || type.startsWith("tool-"));
  if (!part) return null;
  if (part.type === "text") return { type: "text", text: part.text.slice(-MAX_TEXT_CHARS).toWellFormed() };
  // Leave out the output: it may be long, and the subagent's conversation shows it.
  const { type, toolCallId, state, input } = part as Part & {
    toolCallId: string;
    state: string;
    input: unknown;
  };
  return {
    type,
    toolCallId,
    state,
    input: JSON.stringify(input ?? null).length > MAX_INPUT_CHARS ? null : input,
  };
}

const MAX_TEXT_CHARS = 300;
const MAX_INPUT_CHARS = 2_000;
