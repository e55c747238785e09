import { findWord } from "./words";

const LENGTH = 120;
const BEFORE = 40;
/** How much is tidied up around the place: a whole long text would cost more than finding it. */
const AROUND = 4 * LENGTH;
/** Marks of markdown that stand beside words; inside a word they may mean themselves. */
const MARKDOWN = /(?<![\p{L}\p{N}])[*_`~#>|]+|[*_`~|]+(?![\p{L}\p{N}])/gu;
/** Halves of characters that were cut through. */
const HALVES = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g;

/** Some words of `text` around the first that begins with one of `words`, as plain text on one line. */
export function excerptOf(text: string, words: readonly string[], length = LENGTH): string {
  const at = findWord(text, words) ?? 0;
  const before = tidy(text.slice(Math.max(0, at - AROUND), at)).trimStart();
  const isWhole = at <= AROUND && before.length <= (length / LENGTH) * BEFORE;
  const head = isWhole ? before : `…${fromWord(before.slice(-(length / LENGTH) * BEFORE))}`;
  const rest = tidy(text.slice(at, at + 4 * length)).trimEnd();
  const room = length - head.length;
  return head + (rest.length <= room ? rest : `${toWord(rest.slice(0, room - 1))}…`);
}

const tidy = (text: string) =>
  text.replace(MARKDOWN, "").replace(/\s+/g, " ").replace(HALVES, "").toWellFormed();

/** Without the rest of a word that was cut. */
const fromWord = (text: string) => text.slice(text.indexOf(" ") + 1).replace(HALVES, "");

/** Without the beginning of a word that was cut, unless it is a very long one. */
function toWord(text: string): string {
  const space = text.lastIndexOf(" ");
  return text.slice(0, space > text.length - 30 ? space : text.length).replace(HALVES, "");
}
