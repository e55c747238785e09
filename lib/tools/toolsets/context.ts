import type { Occasion } from "@/lib/code/traces/record";
import type { Agreed } from "@/lib/data/memory/change";
import type { CodeTask } from "@/lib/shared/code/task";
import type { Shown } from "@/lib/shared/components/shown";
import type { Runner } from "@/lib/shared/executions";
import type { Sample, Sampled, ServerAsk } from "@/lib/shared/mcp/server-ask";
import type { Marked } from "@/lib/shared/origins";
import type { Act, Guard } from "@/lib/shared/tools/external-effects";

export type ToolContext = {
  agentId: string;
  conversationId: string;
  messageId: string;
  runId: string;
  toolCallId: string;
  toolName: string;
  /** Aborts when the user stops the run or the call times out. */
  signal: AbortSignal;
  log(line: string): void;
  /**
   * Records that the result contains text of this web address, so that the conversation counts as having read
   * it.
   */
  readWeb(url: string): void;
  readStored(value: Marked): void;
  /**
   * Returns the origins for values written now: everything that the conversation and this call have read so
   * far.
   */
  origins(): string[];
  /**
   * Set if the call needs approval for acts outside, such as requests. An act that the guard does not permit
   * ends the call with `ApprovalRequired`.
   */
  guard?: Guard;
  /** Shows something on the canvas next to the result. Missing if there is no canvas, as in calls by code. */
  show?(shown: Shown): void;
  /**
   * Returns a surface of the conversation by the id that models use. Rejects with an AppError if there is none.
   */
  sheet?(key: string): Promise<SurfaceOnCanvas>;
  agreed?: Agreed;
  /** Questions of the MCP server in this call that the user has already agreed to. */
  agreedToServer?: readonly ServerAsk[];
  /** The call may wait for the user, and is then repeated with the same ids. */
  mayWait?: true;
  /** Asks the conversation's model a question of an MCP server, within the budgets. */
  sample?(sample: Sample, signal: AbortSignal): Promise<Sampled>;
  occasion?(): Occasion;
  callFromCode?: CallFromCode;
  /**
   * Starts a conversation in which the agent writes a program, and returns its id. Missing within such a
   * conversation.
   */
  beginCodeJob?(task: NewCodeJob): Promise<string>;
  /**
   * Delegates a task to another agent or a subagent, and returns the result for the model. Throws `Waits` until
   * there is a result.
   */
  askAgent?: AskAgent;
  /**
   * Throws an AppError if the call came from a program whose token does not allow this built-in tool. A call
   * must check this before it does the same as that tool. Missing if there is no such limit.
   */
  mayReach?(tool: string): void;
  runner?: Runner;
};

export type AskAgent = (
  input: { agent: string; task: string; context?: string; wait: boolean },
  call: Pick<ToolContext, "toolCallId" | "signal" | "origins" | "readWeb">,
) => Promise<unknown>;

/** A surface as it is displayed now, with all changes. `id` is the id of the call that created it. */
export type SurfaceOnCanvas = { id: string; kind: "blocks" | "component"; input: Record<string, unknown> };

export type NewCodeJob = { title: string; text: string; task: CodeTask; origins: readonly string[] };

/**
 * Calls a tool for code. Rejects with an AppError for the author of the code. `hold` is called if the tool
 * needs approval, and ends the code. Web content that the tool reads counts as read by the call `by`.
 */
export type CallFromCode = (
  name: string,
  input: unknown,
  how: {
    by: Pick<ToolContext, "toolCallId" | "readWeb" | "readStored" | "origins" | "occasion">;
    signal: AbortSignal;
    hold?: (act: Act) => void;
  },
) => Promise<unknown>;

/** The part of the context that the loop passes to each call. `callTool` adds the rest. */
export type CallContext = Omit<ToolContext, "log" | "show" | "readWeb" | "readStored" | "origins"> & {
  readBefore?: readonly string[];
};
