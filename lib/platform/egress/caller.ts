/** On whose behalf something goes to the network: a call of a tool, or without one the person's own click. */
export type Caller = {
  agentId: string;
  conversationId?: string;
  messageId?: string;
  toolCallId?: string;
  /** The tool's name, or what asked in its place, such as `picture`. */
  tool?: string;
};
