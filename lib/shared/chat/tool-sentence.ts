import { factsOfTool } from "./built-in-tools";
import { field, isRecord, type ToolPart } from "./parts";

/** A tool call in words. The piece after the words is a name that the agent uses, and stands in mono. */
export type Sentence = { words: string; name?: string };

/** A tool that is none of Easel's: the agent or the person has written it. */
export const isOwnTool = ({ toolName }: Pick<ToolPart, "toolName">): boolean =>
  factsOfTool(toolName) === undefined;

/** What a call would do, after "before the agent". */
export const intentOf = (toolName: string): string =>
  factsOfTool(toolName)?.intent ??
  (isOwnTool({ toolName })
    ? "runs a tool that may store something or send it out"
    : "uses a tool that may change something");

export function sentenceOf({ toolName, state, input, output, isApproved }: ToolPart): Sentence {
  if (state === "approval-responded")
    return { words: isApproved ? "You allowed" : "You did not allow", name: toolName };
  if (state === "output-denied") return { words: "Was not allowed to use", name: toolName };
  const said = factsOfTool(toolName)?.says(input, output, toolName);
  const { did, does, failed, name } = said ?? general(toolName);
  if (state === "output-error") return { words: failed, name };
  return { words: state === "output-available" ? did : does, name };
}

/** A tool without words of its own is called by its name. */
const general = (name: string) => ({ did: "Used", does: "Using", failed: "Could not use", name });

/** What an answered ask says in the chat: "You answered Blue". */
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
