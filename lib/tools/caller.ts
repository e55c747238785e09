import type { Caller } from "@/lib/egress/caller";
import type { ToolContext } from "./define";

/** On whose behalf a tool goes to the network: for the guard and the audit. */
export const callerOf = ({
  agentId,
  conversationId,
  messageId,
  toolCallId,
  toolName,
}: ToolContext): Required<Caller> => ({ agentId, conversationId, messageId, toolCallId, tool: toolName });
