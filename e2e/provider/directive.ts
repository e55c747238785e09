import { z } from "zod";
import { type Turn, turn } from "./turn.ts";

export type Message = { role: string; text: string };

const DIRECTIVE = /^[ \t]*(\[\[[\s\S]*\]\])[ \t]*$/m;

/**
 * Returns the line of a message that scripts the provider: one turn for each request until the next message.
 */
export const directive = (...turns: Turn[]): string => JSON.stringify([turns]);

export const lastUserText = (messages: Message[]): string =>
  messages.findLast(({ role }) => role === "user")?.text ?? "";

/** Counts the answered requests since the last user message. The conversation itself is the state. */
export const turnIndex = (messages: Message[]): number => {
  const last = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(last + 1).filter(({ role }) => role === "assistant").length;
};

/**
 * Returns the current turn of the directive in the last user message, if any. Throws if the directive is
 * invalid.
 */
export function directed(messages: Message[]): Turn | undefined {
  const [, json] = DIRECTIVE.exec(lastUserText(messages)) ?? [];
  if (!json) return undefined;
  const [turns] = z.tuple([z.array(turn)]).parse(JSON.parse(json));
  return turns[turnIndex(messages)] ?? { text: "The script ends here." };
}
