import type { Cause } from "@/lib/shared/history";
import type { ToolContext } from "./define";

/** Who writes a version when a tool does, and why: for its revision. */
export const by = ({
  conversationId,
  messageId,
  runId,
  toolCallId,
}: ToolContext): { author: "agent"; cause: Cause } => ({
  author: "agent",
  cause: { conversationId, messageId, runId, toolCallId },
});
