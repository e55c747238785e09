import { factsOfTool, isBrowserTool } from "./built-in-tools";
import type { ToolPart } from "./parts";

/** The use of a conversation's browser according to its messages. Its current state is sent live. */
export type BrowserUse = {
  calls: number;
  isBusy: boolean;
  /**
   * The message that used the browser last. Each new message that uses it brings the browser to the front.
   */
  usedBy: string;
  /** No surface was put on the canvas since the last use. */
  isNewest: boolean;
};

const NOT = new Set<ToolPart["state"]>(["output-error", "output-denied", "approval-requested"]);

/** Returns whether a call shows something in the browser. Failed calls and calls that close it do not. */
export const usesBrowser = ({ toolName, state }: ToolPart): boolean =>
  isBrowserTool(toolName) && !factsOfTool(toolName)?.closes && !NOT.has(state);

export const usedAgain = (
  before: BrowserUse | undefined,
  { state }: ToolPart,
  messageId: string,
): BrowserUse => ({
  calls: (before?.calls ?? 0) + 1,
  isBusy: state.startsWith("input") || state === "approval-responded",
  usedBy: messageId,
  isNewest: true,
});
