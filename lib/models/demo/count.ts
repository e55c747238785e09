import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { words } from "./turn";

/** How many words a prompt holds; files weigh nothing. */
export function countWords(prompt: LanguageModelV4Prompt): number {
  let count = 0;
  for (const { content } of prompt) {
    if (typeof content === "string") count += words(content).length;
    else for (const part of content) count += words(textOf(part)).length;
  }
  return count;
}

type Part = Exclude<LanguageModelV4Prompt[number]["content"], string>[number];

function textOf(part: Part): string {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text;
    case "tool-call":
      return JSON.stringify(part.input) ?? "";
    case "tool-result":
      return JSON.stringify(part.output);
    default:
      return "";
  }
}
