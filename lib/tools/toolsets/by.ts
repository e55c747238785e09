import type { Cause } from "@/lib/shared/history";
import type { ToolContext } from "./context";

/** Returns the author and the cause of a version that a tool call writes, with the origins at this moment. */
export const by = ({ conversationId, messageId, runId, toolCallId, origins }: ToolContext) => ({
  author: "agent" as const,
  cause: { conversationId, messageId, runId, toolCallId } satisfies Cause,
  get origins() {
    return origins();
  },
});
