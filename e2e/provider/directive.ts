import { z } from "zod";
import { type Turn, turn } from "./turn.ts";

export type Message = { role: string; text: string };

const DIRECTIVE = /^[ \t]*(\[\[[\s\S]*\]\])[ \t]*$/m;

/** The line that makes a message say what the provider does: one turn a request until the next message. */
export const directive = (...turns: Turn[]): string => JSON.stringify([turns]);

export const lastUserText = (messages: Message[]): string =>
  messages.findLast(({ role }) => role === "user")?.text ?? "";

/** How many requests since the person's last message were answered; the conversation itself is the memory. */
export const turnIndex = (messages: Message[]): number => {
  const last = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(last + 1).filter(({ role }) => role === "assistant").length;
};

/** What the person's last message tells the provider to do now; throws if the directive is wrong. */
export function directed(messages: Message[]): Turn | undefined {
  const [, json] = DIRECTIVE.exec(lastUserText(messages)) ?? [];
  if (!json) return undefined;
  const [turns] = z.tuple([z.array(turn)]).parse(JSON.parse(json));
  return turns[turnIndex(messages)] ?? { text: "The script ends here." };
}
