import type { Usage } from "@/lib/shared/chat/metadata";

/** A tool that a program runs itself. The agent calls it, and the program sends the result with its next request. */
export type ClientTool = { name: string; description: string; parameters: Record<string, unknown> };

/** Tools and instructions that a program adds to the agent for one answer. */
export type ClientRequest = {
  /** Name of the program's token. */
  program: string;
  tools: ClientTool[];
  instructions: string;
  /** Maximum tokens that the model may write for one answer. */
  maxOutputTokens?: number;
};

/** Facts of a program's request that its response needs later. */
export type ResponseRequest = {
  model: string;
  /** False if the response cannot be read by its id. */
  isStored: boolean;
  /** Whether the program handles the agent's questions as function calls. Otherwise the text contains them, too. */
  handlesAsks: boolean;
  /** Id of the last message in the request of a thread. */
  lastMessageId?: string;
  /** Usage of the agent's message before this response. */
  usedBefore?: Usage | null;
  /** Fields that the response repeats. */
  echo: Record<string, unknown>;
};
