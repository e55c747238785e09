import type { Occasion } from "@/lib/code/traces/record";
import type { Agreed } from "@/lib/data/memory/change";
import type { CodeTask } from "@/lib/shared/code/task";
import type { Shown } from "@/lib/shared/components/shown";
import type { Runner } from "@/lib/shared/executions";
import type { Sample, Sampled, ServerAsk } from "@/lib/shared/mcp/server-ask";
import type { Marked } from "@/lib/shared/origins";
import type { Act, Guard } from "@/lib/shared/tools/outside";

/** What a running tool may know and reach. Everything of the loop that a tool needs is a function here. */
export type ToolContext = {
  agentId: string;
  conversationId: string;
  messageId: string;
  runId: string;
  toolCallId: string;
  /** The name by which it was called. */
  toolName: string;
  /** Aborted when the person stops the run or the tool's time is up. */
  signal: AbortSignal;
  /** Keeps a line with the call, for the person to read. */
  log(line: string): void;
  /** Notes that the result holds text of this address on the web: the conversation's model has read it from now on. */
  readWeb(url: string): void;
  /** The same of something stored, in which text of these origins may be. */
  readStored(value: Marked): void;
  /** The origins of what is written now: all that the conversation has read, and this call so far. */
  origins(): string[];
  /** Of a call that may not act outside unasked. What it would not let pass ends the call by `HeldBack`, before it is done. */
  guard?: Guard;
  /** Puts something on the canvas, beside the result. Missing where nobody would see it, as in code. */
  show?(shown: Shown): void;
  /** A sheet of the conversation by the id that models have for it. Rejects with words where there is none. */
  sheet?(key: string): Promise<SheetOnCanvas>;
  /** Changes that somebody was shown, and has agreed to. */
  agreed?: Agreed;
  /** What an MCP server has asked in this call before, and the person has allowed. */
  agreedToServer?: readonly ServerAsk[];
  /** The call may wait for the person, and is made again then, with the same ids. */
  mayWait?: true;
  /** Has the conversation's model answer a server, within the budgets. */
  sample?(sample: Sample, signal: AbortSignal): Promise<Sampled>;
  /** Why the call was made, for the record. */
  occasion?(): Occasion;
  /** Calls a tool for code that this call runs. */
  callFromCode?: CallFromCode;
  /** Has the agent write a program in a conversation of its own, and gives its id. Not in one that is such a conversation. */
  beginCodeJob?(task: NewCodeJob): Promise<string>;
  /** Has another agent or a helper do a task, and gives what the model gets of it. Throws Waits. */
  askAgent?: AskAgent;
  /**
   * Throws an AppError if the token of the program that made the call does not name this built-in tool. Code calls it before it
   * does the same as the tool. Missing without a limit.
   */
  mayReach?(tool: string): void;
  /** By whom a program is on the record that this call runs. */
  runner?: Runner;
};

export type AskAgent = (
  input: { agent: string; task: string; context?: string; wait: boolean },
  call: Pick<ToolContext, "toolCallId" | "signal" | "origins" | "readWeb">,
) => Promise<unknown>;

/** A sheet as it is shown: what was written for it, with all changes. `id` is that of its first call. */
export type SheetOnCanvas = { id: string; kind: "blocks" | "component"; input: Record<string, unknown> };

/** `origins`: those on the web whose text may be in the words. */
export type NewCodeJob = { title: string; text: string; task: CodeTask; origins: readonly string[] };

/**
 * A call that code makes. Rejects with an AppError whose words are for who wrote the code; `hold` is called where code
 * that is held back may not go on, and ends it. What is read counts for the call that it is made by.
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

/** What the loop knows of a call; the rest comes with its run. */
export type CallContext = Omit<ToolContext, "log" | "show" | "readWeb" | "readStored" | "origins"> & {
  /** Origins that the conversation has read before. */
  readBefore?: readonly string[];
};
