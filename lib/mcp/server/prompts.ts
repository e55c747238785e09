import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { openings } from "@/lib/shared/openings";

/** What a new conversation offers to begin with, for other programs to begin with, too. */
export const listPrompts = (): Prompt[] =>
  openings.map(({ id: name, title, about: description }) => ({ name, title, description }));

export function readPrompt(name: string): GetPromptResult {
  const opening = openings.find(({ id }) => id === name);
  if (!opening) {
    const names = openings.map(({ id }) => id).join(", ");
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no prompt ${name}. There are: ${names}.`,
    );
  }
  const { about: description, text } = opening;
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}
