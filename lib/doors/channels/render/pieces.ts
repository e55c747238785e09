import { type ChatContent, type ContentButton, isNumbered } from "../content";
import type { ChannelDefinition } from "../define";
import { joinedRich, plainRich, type Rich, split, withAddresses } from "./rich";

/** One message at a service: the same key again is the same one, with what it says now. */
export type ToldPiece = { key: string; content: ChatContent };

/** What fits into a message there. */
export type PieceLimits = ChannelDefinition["capabilities"];

/** With longer words a file is a message of its own. */
const MAX_CAPTION = 900;

/** Contents as messages that a service takes: buttons stand below the last piece of a text, or as numbers at its end. */
export function pieces(key: string, contents: readonly ChatContent[], limits: PieceLimits): ToldPiece[] {
  return contents
    .flatMap((content) => piecesOf(content, limits))
    .map((content, nth) => ({ key: nth === 0 ? key : `${key}.${nth}`, content }));
}

function piecesOf({ text, buttons, file, outcome }: ChatContent, limits: PieceLimits): ChatContent[] {
  const { maxText, maxAbove = maxText, maxMarks } = limits;
  const areNumbers = isNumbered(buttons, { capabilities: limits });
  const whole = areNumbers ? joinedRich([text, listOf(buttons)]) : text;
  const spelled = limits.links ? whole : withAddresses(whole);
  const texts = split(spelled, maxText, maxMarks);
  const above =
    buttons.length === 0 || areNumbers
      ? texts
      : texts.flatMap((one, nth) => (nth < texts.length - 1 ? [one] : split(one, maxAbove, maxMarks)));
  const rest = outcome && { outcome };
  if (file && (above.length > 1 || spelled.text.length > MAX_CAPTION))
    return [
      ...above.map((one) => ({ text: one, buttons: [] })),
      { text: plainRich(""), buttons, file, ...rest },
    ];
  if (file) return [{ text: above[0] ?? plainRich(""), buttons, file, ...rest }];
  return above.map((one, nth) => ({ text: one, buttons: nth === above.length - 1 ? buttons : [], ...rest }));
}

/** Choices as numbers, by which they are answered. */
const listOf = (buttons: readonly ContentButton[]): Rich =>
  plainRich(buttons.map(({ label }, index) => `${index + 1}. ${label}`).join("\n"));
