import type { Part } from "@/lib/agent/message/message";
import type { Helper } from "@/lib/shared/chat/helpers";
import type { Place } from "@/lib/store/loop/branches";
import { requireConversation } from "@/lib/store/loop/conversations";
import { listHelpers } from "@/lib/store/loop/helpers";

/**
 * Returns the helpers of a conversation as shown in its chat. Throws if the agent has no such conversation.
 */
export async function viewHelpers(place: Place): Promise<Helper[]> {
  await requireConversation(place.agentId, place.conversationId);
  const rows = await listHelpers(place);
  return rows.map(({ parts, ...helper }) => ({ ...helper, doing: doingOf(parts as Part[]) }));
}

function doingOf(parts: readonly Part[]): Helper["doing"] {
  const part = parts.findLast(({ type }) => type === "text" || type.startsWith("tool-"));
  if (!part) return null;
  if (part.type === "text") return { type: "text", text: part.text.slice(-MAX_TEXT).toWellFormed() };
  // Leave out the output: it may be long, and the helper's conversation shows it.
  const { type, toolCallId, state, input } = part as Part & {
    toolCallId: string;
    state: string;
    input: unknown;
  };
  return { type, toolCallId, state, input: JSON.stringify(input ?? null).length > MAX_INPUT ? null : input };
}

const MAX_TEXT = 300;
const MAX_INPUT = 2_000;
