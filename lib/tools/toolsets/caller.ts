import type { Caller } from "@/lib/platform/egress/caller";
import type { CallFromCode, ToolContext } from "./context";

export const callerOf = ({
  agentId,
  conversationId,
  messageId,
  toolCallId,
  toolName,
}: ToolContext): Required<Caller> => ({ agentId, conversationId, messageId, toolCallId, tool: toolName });

/** Returns the function for calls by code that a tool runs, or undefined outside an agent's run. */
export const callerFor = (context: ToolContext) => {
  const { callFromCode } = context;
  return (
    callFromCode &&
    ((name: string, input: unknown, how: Omit<Parameters<CallFromCode>[2], "by">) =>
      callFromCode(name, input, { ...how, by: context }))
  );
};
