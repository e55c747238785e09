import { factsOfTool, isBrowserTool } from "./built-in-tools";
import type { ToolPart } from "./parts";

/**
 * How the messages of a conversation have used its browser. The current state of the browser is sent
 * separately, over a live stream.
 */
export type BrowserUse = {
  calls: number;
  isBusy: boolean;
  /**
   * Id of the message that used the browser last. When another message uses it, the canvas shows the browser.
   */
  usedBy: string;
  /** True if no surface was created since the last use. */
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
