import type { ShownButton } from "../define";
import type { Rich, RichSpan } from "../render/rich";

/** Maximum formatted ranges of a message. Telegram ignores further ones. */
export const MAX_ENTITIES = 100;
const MAX_LABEL = 60;
const ROW_CHARS = 24;
const MAX_IN_ROW = 4;

const TYPES: Record<RichSpan["type"], string> = {
  bold: "bold",
  italic: "italic",
  strike: "strikethrough",
  code: "code",
  pre: "pre",
  link: "text_link",
  quote: "blockquote",
};

export function entitiesOf({ spans }: Rich): object[] {
  const verbatim = spans.filter(({ type }) => type === "pre" || type === "code");
  const isInside = (one: RichSpan) =>
    verbatim.some(
      (other) =>
        other !== one && other.offset <= one.offset && other.offset + other.length >= one.offset + one.length,
    );
  const quotes = spans.filter(({ type }) => type === "quote");
  const isNested = (one: RichSpan) =>
    one.type === "quote" &&
    quotes.some(
      (other) =>
        other !== one &&
        other.offset <= one.offset &&
        other.offset + other.length >= one.offset + one.length &&
        (other.length > one.length || quotes.indexOf(other) < quotes.indexOf(one)),
    );
  return spans
    .filter((one) => !isInside(one) && !isNested(one))
    .slice(0, MAX_ENTITIES)
    .map(({ type, offset, length, url, language }) => ({
      ...{ type: TYPES[type], offset, length },
      ...(type === "link" && { url }),
      ...(type === "pre" && language && { language }),
    }));
}

/** Returns the keyboard of a message. An empty one removes earlier buttons. */
export function keyboardOf(buttons: readonly ShownButton[]): { inline_keyboard: object[][] } {
  const rows: { label: string; data: string }[][] = [];
  for (const { label, data } of buttons) {
    const short = label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1).toWellFormed()}…` : label;
    const row = rows.at(-1);
    const chars = row?.reduce((sum, one) => sum + one.label.length, short.length) ?? 0;
    if (row && row.length < MAX_IN_ROW && chars <= ROW_CHARS) row.push({ label: short, data });
    else rows.push([{ label: short, data }]);
  }
  return {
    inline_keyboard: rows.map((row) => row.map(({ label, data }) => ({ text: label, callback_data: data }))),
  };
}
