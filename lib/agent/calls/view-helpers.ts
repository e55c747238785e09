import type { Part } from "@/lib/agent/message/message";
import type { Helper } from "@/lib/shared/chat/helpers";
import type { Place } from "@/lib/store/loop/branches";
import { requireConversation } from "@/lib/store/loop/conversations";
import { listHelpers } from "@/lib/store/loop/helpers";

/** What a conversation has others do, as its chat shows it. Throws where the agent has no such conversation. */
export async function viewHelpers(place: Place): Promise<Helper[]> {
  await requireConversation(place.agentId, place.conversationId);
  const rows = await listHelpers(place);
  return rows.map(({ parts, ...helper }) => ({ ...helper, doing: doingOf(parts as Part[]) }));
}

/** The last thing that its message tells of: a call, or a line of text. */
function doingOf(parts: readonly Part[]): Helper["doing"] {
  const part = parts.findLast(({ type }) => type === "text" || type.startsWith("tool-"));
  if (!part) return null;
  if (part.type === "text") return { type: "text", text: part.text.slice(-MAX_TEXT).toWellFormed() };
  // What came of a call may be long, and is read in its conversation.
  const { type, toolCallId, state, input } = part as Part & {
    toolCallId: string;
    state: string;
    input: unknown;
  };
  return { type, toolCallId, state, input: JSON.stringify(input ?? null).length > MAX_INPUT ? null : input };
}

const MAX_TEXT = 300;
const MAX_INPUT = 2_000;
