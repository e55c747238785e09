import { type ChatContent, type ContentButton, isNumbered } from "../content";
import type { ChannelDefinition } from "../define";
import { joinedRich, plainRich, type Rich, split, withAddresses } from "./rich";

/** One message to a service. A later piece with the same key replaces the content of the earlier one. */
export type MessagePiece = { key: string; content: ChatContent };

export type PieceLimits = ChannelDefinition["capabilities"];

/** In characters. A longer text is sent separately from its file. */
const MAX_CAPTION = 900;

/**
 * Splits contents into messages within the service's limits. Puts the buttons below the last piece of a text,
 * or numbers the choices at its end.
 */
export function pieces(key: string, contents: readonly ChatContent[], limits: PieceLimits): MessagePiece[] {
  return contents
    .flatMap((content) => piecesOf(content, limits))
    .map((content, nth) => ({ key: nth === 0 ? key : `${key}.${nth}`, content }));
}

function piecesOf({ text, buttons, file, outcome }: ChatContent, limits: PieceLimits): ChatContent[] {
  const { maxText, maxAbove = maxText, maxMarks } = limits;
  const areNumbers = isNumbered(buttons, { capabilities: limits });
  const whole = areNumbers ? joinedRich([text, listOf(buttons)]) : text;
  const spelled = limits.links ? whole : withAddresses(whole);
  const parts = split(spelled, maxText, maxMarks);
  const above =
    buttons.length === 0 || areNumbers
      ? parts
      : parts.flatMap((one, nth) => (nth < parts.length - 1 ? [one] : split(one, maxAbove, maxMarks)));
  const rest = outcome && { outcome };
  if (file && (above.length > 1 || spelled.text.length > MAX_CAPTION))
    return [
      ...above.map((one) => ({ text: one, buttons: [] })),
      { text: plainRich(""), buttons, file, ...rest },
    ];
  if (file) return [{ text: above[0] ?? plainRich(""), buttons, file, ...rest }];
  return above.map((one, nth) => ({ text: one, buttons: nth === above.length - 1 ? buttons : [], ...rest }));
}

const listOf = (buttons: readonly ContentButton[]): Rich =>
  plainRich(buttons.map(({ label }, index) => `${index + 1}. ${label}`).join("\n"));
