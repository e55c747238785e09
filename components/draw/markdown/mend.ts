import remend from "remend";

/** Switched off is what would change a text differently from how it will end. */
const OPTIONS = {
  linkMode: "text-only",
  images: false,
  htmlTags: false,
  katex: false,
  comparisonOperators: false,
  singleTilde: false,
} as const;

const OPEN_FENCE = /^[ \t]*(`{3,}|~{3,})/;
/** Of the fence that closes the code. */
const CLOSING = /\n[ \t]*[`~]{1,2}$/;
/** The first row of a table, and as much of the line below it as has come. */
const TABLE_HEAD = /(^|\n\n)[ \t]*\|[^\n]*(\n[ \t]*\|?[\s:|-]*)?$/;
const DELIMITER = /\n[ \t]*\|([ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;

/**
 * The last block of a text as it stands while more of it comes: what is half-written is closed, and what would be drawn
 * as something else than it will be is held back, so that nothing shrinks when the rest is there.
 */
export function mend(block: string): string {
  if (OPEN_FENCE.test(block)) return block.replace(CLOSING, "");
  if (TABLE_HEAD.test(block) && !DELIMITER.test(block)) return block.replace(TABLE_HEAD, "");
  return remend(block, OPTIONS);
}
