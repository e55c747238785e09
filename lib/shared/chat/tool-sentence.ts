import { t } from "@/lib/shared/i18n/en/sharedChat";
import { t as intents } from "@/lib/shared/i18n/en/sharedIntents";
import { factsOfTool } from "./built-in-tools";
import { field, isRecord, type ToolPart } from "./parts";
import { say } from "./wording";

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
  intents(factsOfTool(toolName)?.intent ?? (isOwnTool({ toolName }) ? "ownTool" : "otherTool"));

export function sentenceOf({ toolName, state, input, output, isApproved }: ToolPart): Sentence {
  if (state === "approval-responded")
    return { words: t(isApproved ? "allowed" : "notAllowed"), name: toolName };
  if (state === "output-denied") return { words: t("denied"), name: toolName };
  const wording = factsOfTool(toolName)?.says(input, output, toolName);
  const { did, does, failed, name } = wording ?? general(toolName);
  if (state === "output-error") return { words: failed, name };
  return { words: state === "output-available" ? did : does, name };
}

const general = (name: string) => ({ ...say("use"), name });

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
