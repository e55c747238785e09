import { findWord } from "./words";

const LENGTH = 120;
const BEFORE = 40;
/**
 * Number of characters before the match from which Markdown is removed. In a long text, removing all Markdown
 * would take longer than the search.
 */
const AROUND = 4 * LENGTH;
/** Markdown marks at word boundaries. Inside a word they may be literal. */
const MARKDOWN = /(?<![\p{L}\p{N}])[*_`~#>|]+|[*_`~|]+(?![\p{L}\p{N}])/gu;
/** Half of a surrogate pair at the start or end of an excerpt, left if the text was cut inside the pair. */
const HALVES = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g;

/** Returns an excerpt around the first word that begins with one of `words`, as plain text on one line. */
export function excerptOf(text: string, words: readonly string[], length = LENGTH): string {
  const at = findWord(text, words) ?? 0;
  const before = tidy(text.slice(Math.max(0, at - AROUND), at)).trimStart();
  const isWhole = at <= AROUND && before.length <= (length / LENGTH) * BEFORE;
  const head = isWhole ? before : `…${dropFirstWord(before.slice(-(length / LENGTH) * BEFORE))}`;
  const rest = tidy(text.slice(at, at + 4 * length)).trimEnd();
  const available = length - head.length;
  return head + (rest.length <= available ? rest : `${dropLastWord(rest.slice(0, available - 1))}…`);
}

const tidy = (text: string) =>
  text.replace(MARKDOWN, "").replace(/\s+/g, " ").replace(HALVES, "").toWellFormed();

/** Drops a partial word at the start. */
const dropFirstWord = (text: string) => text.slice(text.indexOf(" ") + 1).replace(HALVES, "");

/** Drops a partial word at the end, unless it is very long. */
function dropLastWord(text: string): string {
  const space = text.lastIndexOf(" ");
  return text.slice(0, space > text.length - 30 ? space : text.length).replace(HALVES, "");
}
