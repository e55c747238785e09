import { factsOfTool } from "./built-in-tools";
import { field, isRecord, type ToolPart } from "./parts";

/** A description of a tool call. `name` follows the words in a monospace font. */
export type Sentence = { words: string; name?: string };

/**
 * Returns whether the agent or the user wrote the tool, or an MCP server offers it, so that Easel knows no
 * facts about it.
 */
export const isOwnTool = ({ toolName }: Pick<ToolPart, "toolName">): boolean =>
  factsOfTool(toolName) === undefined;

/** Returns the intended effect of a call, which completes the sentence that begins with "before the agent". */
export const intentOf = (toolName: string): string =>
  factsOfTool(toolName)?.intent ??
  (isOwnTool({ toolName })
    ? "runs a tool that may store something or send it out"
    : "uses a tool that may change something");

export function sentenceOf({ toolName, state, input, output, isApproved }: ToolPart): Sentence {
  if (state === "approval-responded")
    return { words: isApproved ? "You allowed" : "You did not allow", name: toolName };
  if (state === "output-denied") return { words: "Was not allowed to use", name: toolName };
  const wording = factsOfTool(toolName)?.says(input, output, toolName);
  const { did, does, failed, name } = wording ?? general(toolName);
  if (state === "output-error") return { words: failed, name };
  return { words: state === "output-available" ? did : does, name };
}

const general = (name: string) => ({ did: "Used", does: "Using", failed: "Could not use", name });

export function answerText(output: unknown): string | undefined {
  const answer = field(output, "answer");
  if (answer !== undefined) return answer;
  if (isRecord(output) && output.action === "choose" && output.choice !== undefined)
    return typeof output.choice === "string" ? output.choice : JSON.stringify(output.choice);
  if (!isRecord(output) || output.action !== "submit" || !isRecord(output.data)) return undefined;
  return Object.values(output.data)
    .filter((value) => value !== null && value !== "" && typeof value !== "object")
    .map(String)
    .join(", ");
}
