import type { Cause } from "@/lib/shared/history";
import type { ToolContext } from "./context";

/** Who writes a version when a tool does, and why: for its revision. Its origins are those of the moment in which it writes. */
export const by = ({ conversationId, messageId, runId, toolCallId, origins }: ToolContext) => ({
  author: "agent" as const,
  cause: { conversationId, messageId, runId, toolCallId } satisfies Cause,
  get origins() {
    return origins();
  },
});
