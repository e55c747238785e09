import remend from "remend";

/** The disabled repairs would render an incomplete text differently from its final form. */
const OPTIONS = {
  linkMode: "text-only",
  images: false,
  htmlTags: false,
  katex: false,
  comparisonOperators: false,
  singleTilde: false,
} as const;

const OPEN_FENCE = /^[ \t]*(`{3,}|~{3,})/;
const CLOSING = /\n[ \t]*[`~]{1,2}$/;
/** First row of a table, and the received part of its delimiter row. */
const TABLE_HEAD = /(^|\n\n)[ \t]*\|[^\n]*(\n[ \t]*\|?[\s:|-]*)?$/;
const DELIMITER = /\n[ \t]*\|([ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;

/**
 * Completes the last block of a growing text. Closes open markup, and removes an incomplete closing fence or
 * table head, because it would be rendered as text first and disappear with the next characters.
 */
export function mend(block: string): string {
  if (OPEN_FENCE.test(block)) return block.replace(CLOSING, "");
  if (TABLE_HEAD.test(block) && !DELIMITER.test(block)) return block.replace(TABLE_HEAD, "");
  return remend(block, OPTIONS);
}
