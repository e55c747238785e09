import type { Caller } from "@/lib/platform/egress/caller";
import type { CallFromCode, ToolContext } from "./context";

/** On whose behalf a tool goes to the network: for the guard and the audit. */
export const callerOf = ({
  agentId,
  conversationId,
  messageId,
  toolCallId,
  toolName,
}: ToolContext): Required<Caller> => ({ agentId, conversationId, messageId, toolCallId, tool: toolName });

/** Makes the calls of code that a tool runs, where it runs for an agent. */
export const callerFor = (context: ToolContext) => {
  const { callFromCode } = context;
  return (
    callFromCode &&
    ((name: string, input: unknown, how: Omit<Parameters<CallFromCode>[2], "by">) =>
      callFromCode(name, input, { ...how, by: context }))
  );
};
