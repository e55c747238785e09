/** The cause of a request: a tool call, or without one the user's own action. */
export type Caller = {
  agentId: string;
  conversationId?: string;
  messageId?: string;
  toolCallId?: string;
  /** Name of the tool that sent the request, or another sender, such as `picture` for an image the user opened. */
  tool?: string;
};
