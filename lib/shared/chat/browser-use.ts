import { factsOfTool, isBrowserTool } from "./built-in-tools";
import type { ToolPart } from "./parts";

/** What the messages say of a conversation's browser; what it is like now is told live. */
export type BrowserUse = {
  /** How many calls there were. */
  calls: number;
  /** A call is at work. */
  isBusy: boolean;
  /** The message that used it last: with each that does, it comes to the front. */
  usedBy: string;
  /** Nothing was put on the canvas since. */
  isNewest: boolean;
};

const NOT = new Set<ToolPart["state"]>(["output-error", "output-denied", "approval-requested"]);

/** Whether a call shows something in the browser: one that failed, or only closes it, does not. */
export const usesBrowser = ({ toolName, state }: ToolPart): boolean =>
  isBrowserTool(toolName) && !factsOfTool(toolName)?.closes && !NOT.has(state);

/** What was said of the browser before, and a call more. */
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
