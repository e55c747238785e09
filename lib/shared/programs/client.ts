/** A tool that a program runs itself. The agent calls it, and the program sends the result with its next request. */
export type ClientTool = { name: string; description: string; parameters: Record<string, unknown> };

/** Tools and instructions that a program adds to the agent for one answer. */
export type ClientRequest = {
  /** Name of the program's token. */
  program: string;
  tools: ClientTool[];
  instructions: string;
};
