/** The cause of a request: a tool call, or without one the user's own action. */
export type Caller = {
  agentId: string;
  conversationId?: string;
  messageId?: string;
  toolCallId?: string;
  /** The tool's name, or another cause such as `picture`. */
  tool?: string;
};
