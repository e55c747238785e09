import type { Cause } from "@/lib/shared/history";
import type { ToolContext } from "./context";

/**
 * Returns the author and cause of a version that a tool writes. `origins` are those at the time of writing.
 */
export const by = ({ conversationId, messageId, runId, toolCallId, origins }: ToolContext) => ({
  author: "agent" as const,
  cause: { conversationId, messageId, runId, toolCallId } satisfies Cause,
  get origins() {
    return origins();
  },
});
